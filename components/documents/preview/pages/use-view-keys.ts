import { type Dispatch, type RefObject, type SetStateAction, useEffect, useRef } from "react";
import { type PageLayout, stepZoom, type ViewState } from "./page-layout";
import type { Rotation } from "./page-source";

type SetView = Dispatch<SetStateAction<ViewState>>;

/** Rotates a view by 90° clockwise. */
export const rotated = (view: ViewState): ViewState => ({
  ...view,
  rotation: ((view.rotation + 90) % 360) as Rotation,
});

/** The wheel movement per zoom step, so that a touch pad does not race through all steps. */
const WHEEL_STEP = 40;

/**
 * Handles keys while the pages have the focus, and the wheel with Ctrl or Cmd. Page Up, Page Down, Home and End scroll as
 * usual in browsers.
 */
export function useViewKeys(parts: {
  readonly region: RefObject<HTMLElement | null>;
  readonly layout: PageLayout;
  readonly current: number;
  readonly setView: SetView;
}): void {
  const latest = useRef(parts);
  latest.current = parts;
  const { region } = parts;
  useEffect(() => {
    const { current: element } = region;
    if (!element) return;
    const zoom = (direction: 1 | -1) => {
      const { layout, current, setView } = latest.current;
      const scale = layout.places[current]?.scale ?? 1;
      setView((view) => ({ ...view, zoom: stepZoom(scale, direction) }));
    };
    const { setView } = latest.current;
    const keys = new Map([
      ["+", () => zoom(1)],
      ["=", () => zoom(1)],
      ["-", () => zoom(-1)],
      ["0", () => setView((view) => ({ ...view, zoom: "width" }))],
      ["r", () => setView(rotated)],
    ]);
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = keys.get(event.key.toLowerCase());
      act?.();
      if (act) event.preventDefault();
    };
    let wheel = 0;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      wheel += event.deltaY;
      if (Math.abs(wheel) < WHEEL_STEP) return;
      zoom(wheel < 0 ? 1 : -1);
      wheel = 0;
    };
    element.addEventListener("keydown", onKey);
    // Not passive, because otherwise the browser zooms the whole page.
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      element.removeEventListener("keydown", onKey);
      element.removeEventListener("wheel", onWheel);
    };
  }, [region]);
}
