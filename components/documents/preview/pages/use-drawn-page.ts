import { type RefObject, useCallback, useEffect, useState } from "react";
import { pageProblem } from "../file/preview-refusal";
import type { PagePlace } from "./page-layout";
import type { PageSize, PageSource, PageView, Rotation } from "./page-source";

/** The limit for one canvas, 32 MB. Larger pages are drawn at a lower resolution. */
const CANVAS_PIXELS_MAX = 8_000_000;

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
export function useDrawnPage({
  source,
  number,
  place,
  rotation,
  noteSize,
  picture,
  text,
}: Drawing): readonly [string | null, () => void] {
  const { width, height, scale } = place;
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies(attempt): each attempt draws the page again.
  useEffect(() => {
    const leaving = new AbortController();
    const finest = Math.sqrt(CANVAS_PIXELS_MAX / Math.max(1, width * height));
    const density = Math.min(window.devicePixelRatio, finest);
    const view: PageView = { scale, density, rotation };
    const [pictureHolder, textHolder] = [picture.current, text.current];
    const draw = source.use(
      number,
      async (page) => {
        noteSize(number, page.size);
        const canvas = document.createElement("canvas");
        try {
          await page.paint(canvas, view, leaving.signal);
          if (leaving.signal.aborted) return;
          replaceCanvas(pictureHolder, canvas);
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
  }, [source, number, width, height, scale, rotation, noteSize, picture, text, attempt]);
  useEffect(() => {
    const { current: holder } = picture;
    return () => replaceCanvas(holder, null);
  }, [picture]);
  const retry = useCallback(() => {
    setProblem(null);
    setAttempt((before) => before + 1);
  }, []);
  return [problem, retry];
}

/** Shows a picture instead of the previous one, whose memory browsers would keep for a while unless it is made empty. */
function replaceCanvas(holder: HTMLElement | null, next: HTMLCanvasElement | null): void {
  for (const old of holder?.querySelectorAll("canvas") ?? []) {
    old.width = 0;
    old.height = 0;
  }
  holder?.replaceChildren(...(next ? [next] : []));
}
