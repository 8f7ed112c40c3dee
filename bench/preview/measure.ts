import type { Browser, Page } from "@playwright/test";
import type { Session } from "../load/start";
import { format, toMarkdownTable, verdict } from "../report/report";
import { medianOf } from "../report/times";

/** The times from the navigation to the first drawn page. */
export interface FirstPage {
  readonly product: readonly number[];
  readonly bare: readonly number[];
}

/** How a page is opened: with an empty browser cache, or again in the same browser. */
export const VISITS = ["first visit", "later visit"] as const;

/** Measures both pages in turn, `rounds` times. */
export async function measureFirstPage(
  browser: Browser,
  pages: {
    readonly product: string;
    readonly bare: string;
    readonly session: Session;
  },
  { rounds, signal }: { rounds: number; signal: AbortSignal },
): Promise<Record<(typeof VISITS)[number], FirstPage>> {
  const empty = () => ({ product: [] as number[], bare: [] as number[] });
  const times = { "first visit": empty(), "later visit": empty() };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ["product", "bare"] as const) {
      signal.throwIfAborted();
      const context = await browser.newContext({ storageState: pages.session });
      const page = await context.newPage();
      times["first visit"][side].push(await timeToCanvas(page, pages[side]));
      times["later visit"][side].push(await timeToCanvas(page, pages[side]));
      await context.close();
    }
  }
  return times;
}

/** Returns milliseconds on the page's own clock, which starts with the navigation. */
async function timeToCanvas(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    const seen = globalThis as { drawnAtMs?: number };
    new MutationObserver(() => {
      if (
        seen.drawnAtMs === undefined &&
        document.querySelector("body canvas:not(.hiddenCanvasElement)")
      ) {
        seen.drawnAtMs = performance.now();
      }
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url, { waitUntil: "commit" });
  const drawn = await page.waitForFunction(() => (globalThis as { drawnAtMs?: number }).drawnAtMs);
  return (await drawn.jsonValue()) ?? 0;
}

/** The measurements of one file. */
export interface PreviewFigures {
  readonly file: string;
  readonly visits: Readonly<Record<(typeof VISITS)[number], FirstPage>>;
}

/** The product may take up to this many times as long as the bare page. */
const TIMES_MAX = 3;

/** Renders the figures as Markdown. */
export function renderFigures(figures: readonly PreviewFigures[]): string {
  const rows = figures.flatMap(({ file, visits }) =>
    VISITS.map((visit) => {
      const [ours, bare] = [medianOf(visits[visit].product), medianOf(visits[visit].bare)];
      const times = ours / bare;
      const judged = `${format(times, 2)} (${verdict(times <= TIMES_MAX)})`;
      return [file, visit, format(ours, 0), format(bare, 0), judged];
    }),
  );
  const head = ["file", "visit", "Stagedoor, ms", "bare page, ms", "times"];
  return `${toMarkdownTable([head, ...rows])}\n\nTarget: at most ${TIMES_MAX} times the bare page. Medians, from the navigation to the drawn page.`;
}
