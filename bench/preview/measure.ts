import type { Browser, Page } from "@playwright/test";
import type { Session } from "../load/start";

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
