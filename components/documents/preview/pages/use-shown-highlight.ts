import { type RefObject, useEffect, useRef } from "react";
import { type Highlight, turnBox } from "./highlight-boxes";
import type { PageLayout } from "./page-layout";
import type { Rotation } from "./page-source";
import { showInRegion } from "./show-in-region";

interface Shown {
  readonly region: RefObject<HTMLElement | null>;
  readonly layout: PageLayout;
  readonly highlights: readonly Highlight[];
  readonly active: string | null;
  readonly rotation: Rotation;
}

/** Scrolls to a highlight when it becomes active, unless it is already visible. */
export function useShownHighlight(shown: Shown): void {
  const latest = useRef(shown);
  latest.current = shown;
  const { active } = shown;
  useEffect(() => {
    const { region, layout, highlights, rotation } = latest.current;
    const highlight = highlights.find(({ id }) => id === active);
    const where = highlight && layout.places[highlight.page - 1];
    const { current: element } = region;
    if (!where || !element) return;
    const [left, top, right, bottom] = turnBox(highlight.bbox ?? [0, 0, 1, 0], rotation);
    const margin = Math.max(0, (element.scrollWidth - where.width) / 2);
    showInRegion(element, {
      top: where.top + top * where.height,
      bottom: where.top + bottom * where.height,
      left: margin + left * where.width,
      right: margin + right * where.width,
    });
  }, [active]);
}
