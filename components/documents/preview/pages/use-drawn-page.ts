import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { PagePlace } from "./page-layout";
import { pageProblem } from "./page-problem";
import type { DrawnPicture, PageSize, PageSource, PageView, Rotation } from "./page-source";
import { isSameView, pageView } from "./page-view";
import { releaseCanvas } from "./release-canvas";

interface Drawing {
  readonly source: PageSource;
  readonly number: number;
  readonly place: PagePlace;
  readonly rotation: Rotation;
  readonly noteSize: (number: number, size: PageSize) => void;
  readonly picture: RefObject<HTMLElement | null>;
  readonly text: RefObject<HTMLElement | null>;
}

/**
 * Draws a page and its text at the displayed size. The old picture stays until the new one is ready; unmounting releases
 * everything.
 * @returns why the page cannot be drawn (null if it can, or while it is being drawn), and a function that retries
 */
export function useDrawnPage(drawing: Drawing): readonly [string | null, () => void] {
  const { source, number, place, rotation, noteSize, text } = drawing;
  const { width, height, scale } = place;
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const shown = useShownPicture(drawing);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt draws the page again.
  useEffect(() => {
    const leaving = new AbortController();
    const view = pageView({ top: 0, width, height, scale }, rotation);
    const { current: textHolder } = text;
    const draw = source.use(
      number,
      async (page) => {
        noteSize(number, page.size);
        try {
          shown.takeAhead();
          if (!isSameView(shown.view(), view)) {
            const canvas = document.createElement("canvas");
            await page.paint(canvas, view, leaving.signal);
            if (leaving.signal.aborted) return;
            shown.replace({ canvas, view });
          }
          const layer = document.createElement("div");
          layer.className = "textLayer";
          await page.layText?.(layer, view);
          if (!leaving.signal.aborted && textHolder) textHolder.replaceChildren(layer);
        } finally {
          page.release();
        }
      },
      leaving.signal,
    );
    draw.then(
      () => leaving.signal.aborted || setProblem(null),
      (error) => {
        if (!leaving.signal.aborted) setProblem(pageProblem(error));
      },
    );
    return () => leaving.abort();
  }, [source, number, width, height, scale, rotation, noteSize, shown, text, attempt]);
  const retry = useCallback(() => {
    setProblem(null);
    setAttempt((before) => before + 1);
  }, []);
  return [problem, retry];
}

/** Shows the picture in the page's holder, beginning with the picture that was drawn early, if there is one. */
function useShownPicture({ source, number, picture }: Drawing) {
  const view = useRef<PageView | null>(null);
  const shown = useMemo(() => {
    const replace = (next: DrawnPicture | null) => {
      replaceCanvas(picture.current, next?.canvas ?? null);
      view.current = next?.view ?? null;
    };
    return {
      replace,
      view: () => view.current,
      takeAhead: () => {
        const ahead = source.takePicture?.(number);
        if (ahead) replace(ahead);
      },
    };
  }, [source, number, picture]);
  // Runs before the browser paints, so that a page that is already on the screen does not flicker.
  useLayoutEffect(() => {
    const { current: holder } = picture;
    shown.takeAhead();
    return () => {
      view.current = null;
      replaceCanvas(holder, null);
    };
  }, [picture, shown]);
  return shown;
}

function replaceCanvas(holder: HTMLElement | null, next: HTMLCanvasElement | null): void {
  for (const old of holder?.querySelectorAll("canvas") ?? []) releaseCanvas(old);
  holder?.replaceChildren(...(next ? [next] : []));
}
