import type { Page } from "@playwright/test";
import { type Times, toTimes } from "../report/times";
import { inPage } from "./in-page";
import type { Cockpit } from "./start-cockpit";

/** What a user experiences while scrolling through the tiles without a pause. */
export interface Scroll {
  readonly pages: number;
  /**
   * The time from reaching the end of the tiles until the frame that shows the next page, for the first ten pages and for
   * the last ten.
   */
  readonly first: Times;
  readonly last: Times;
  /** The number of DOM elements with one page of tiles, and the highest number at any time. */
  readonly elementsFirst: number;
  readonly elementsMost: number;
  /** The longest time that the page was blocked; 0 if it was never blocked for more than 50 ms. */
  readonly longestTaskMs: number;
}

const COMPARED = 10;

/** Scrolls from the first page of tiles through this many further pages. */
export async function measureScroll(cockpit: Cockpit, pages: number): Promise<Scroll> {
  return inPage(cockpit, async (page) => {
    const seen = await scrollOver(page, pages);
    const { drawnMs, ...others } = seen;
    const first = toTimes(drawnMs.slice(0, COMPARED));
    return { pages, first, last: toTimes(drawnMs.slice(-COMPARED)), ...others };
  });
}

/** Runs in the page itself, because each Playwright step would take longer than what is measured. */
function scrollOver(page: Page, pages: number) {
  return page.evaluate(async (count) => {
    const seen = { elementsFirst: 0, elementsMost: 0, longestTaskMs: 0 };
    const drawnMs: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
      }
    }).observe({ type: "longtask" });
    seen.elementsFirst = document.querySelectorAll("*").length;
    for (let done = 0; done < count; done += 1) {
      const before = [...document.querySelectorAll("main ul[aria-label]")].at(-1);
      const startMs = performance.now();
      window.scrollTo(0, document.documentElement.scrollHeight);
      while ([...document.querySelectorAll("main ul[aria-label]")].at(-1) === before) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (performance.now() - startMs > 30_000) throw new Error("No more tiles appeared.");
      }
      drawnMs.push(performance.now() - startMs);
      const elements = document.querySelectorAll("*").length;
      seen.elementsMost = Math.max(seen.elementsMost, elements);
    }
    return { ...seen, drawnMs };
  }, pages);
}
