"use client";

import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { type Highlight, showInRegion, turnBox } from "./highlight-boxes";
import { layOutPages, PAGE_GAP, type PageLayout, type ViewState } from "./page-layout";
import { PageSheet } from "./page-sheet";
import type { PageSize, PageSource, Rotation } from "./page-source";
import { useScrollPlace } from "./use-scroll-place";
import { useViewKeys } from "./use-view-keys";
import { TOOLBAR, ViewerToolbar } from "./viewer-toolbar";

const UNMEASURED = { width: 640, height: 480 };
const FRAME =
  "flex h-[calc(100dvh-7rem)] max-h-[80rem] min-h-96 flex-col overflow-hidden rounded-tile border border-line bg-sunken";
const REGION = "relative min-h-0 grow overflow-auto outline-offset-[-2px]";

/** A scrolling column of pages. Only the pages near the window are drawn. */
export function PageViewer({
  source,
  name,
  uuid,
  highlights,
  active,
  onPoint,
}: {
  readonly source: PageSource;
  readonly name: string;
  readonly uuid: string;
  readonly highlights: readonly Highlight[];
  readonly active: string | null;
  readonly onPoint: (id: string | null) => void;
}) {
  const region = useRef<HTMLElement>(null);
  const area = useArea(region);
  const [view, setView] = useState<ViewState>({ zoom: "width", rotation: 0 });
  const { sizes, noteSize } = usePageSizes(source);
  const layout = useMemo(
    () => layOutPages(sizes, { ...view, area: area ?? UNMEASURED }),
    [sizes, view, area],
  );
  const place = useScrollPlace(region, layout, source);
  useShownHighlight({ region, layout, highlights, active, rotation: view.rotation });
  useViewKeys({ region, layout, current: place.current, setView });
  const near = Array.from(
    // Pages drawn before the size of the area is known would have to be drawn twice.
    { length: area ? place.last - place.first + 1 : 0 },
    (_, index) => place.first + index,
  );
  return (
    <div className={FRAME}>
      <ViewerToolbar
        view={view}
        setView={setView}
        layout={layout}
        pageCount={source.pageCount}
        current={place.current}
        onGoTo={place.goTo}
      />
      <section
        ref={region}
        aria-label={PREVIEW_TEXTS.region(name)}
        aria-description={PREVIEW_TEXTS.keys}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        className={REGION}
      >
        <div
          className="relative mx-auto"
          style={{ height: layout.height, width: layout.width, minWidth: "100%" }}
        >
          {near.map((index) => {
            const where = layout.places[index];
            if (!where) return null;
            return (
              <div
                key={index}
                className="absolute"
                style={{
                  top: where.top,
                  width: where.width,
                  height: where.height,
                  left: `max(${PAGE_GAP}px, calc(50% - ${where.width / 2}px))`,
                }}
              >
                <PageSheet
                  source={source}
                  uuid={uuid}
                  active={active}
                  onPoint={onPoint}
                  noteSize={noteSize}
                  number={index + 1}
                  place={where}
                  rotation={view.rotation}
                  highlights={highlights}
                />
              </div>
            );
          })}
        </div>
      </section>
    </div>
  );
}

/** A placeholder for the viewer with the same frame, so that nothing moves when the pages appear. */
export function LoadingPages() {
  return (
    <div role="status" className={FRAME}>
      <p className="sr-only">{PREVIEW_TEXTS.loading}</p>
      <div className={TOOLBAR}>
        <span className="h-9" />
      </div>
      {/* Animated only if the pages are late, because each frame of the animation takes time from the library. */}
      <div className={`${REGION} sheen [animation-delay:600ms]`} />
    </div>
  );
}

/** Returns the inner size of an element without scroll bars, updated when it changes; null until it has been measured. */
function useArea(element: RefObject<HTMLElement | null>): PageSize | null {
  const [area, setArea] = useState<PageSize | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setArea((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return area;
}

/** Returns the sizes of all pages: the real size for opened pages, and the size of the first page for all other pages. */
function usePageSizes(source: PageSource) {
  const [known, setKnown] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const noteSize = useCallback(
    (number: number, size: PageSize) =>
      setKnown((before) => {
        const old = before.get(number) ?? source.firstSize;
        const isKnown = old.width === size.width && old.height === size.height;
        return isKnown ? before : new Map(before).set(number, size);
      }),
    [source],
  );
  const sizes = useMemo(
    () =>
      Array.from(
        { length: source.pageCount },
        (_, index) => known.get(index + 1) ?? source.firstSize,
      ),
    [source, known],
  );
  return { sizes, noteSize };
}

interface Shown {
  readonly region: RefObject<HTMLElement | null>;
  readonly layout: PageLayout;
  readonly highlights: readonly Highlight[];
  readonly active: string | null;
  readonly rotation: Rotation;
}

/** Scrolls to a highlight when it becomes active, unless it is already visible. */
function useShownHighlight(shown: Shown): void {
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
