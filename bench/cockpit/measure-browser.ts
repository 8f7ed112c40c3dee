import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { UNASSIGNED_TEXTS } from "@/components/texts/en/cockpit-texts";
import { formatCount } from "@/components/texts/en/format";
import { UPLOAD_TRAY_TEXTS } from "@/components/texts/en/upload-tray-texts";
import { dropPathsOn, untilLive } from "@/e2e/cockpit/cockpit-page";
import { arrangeQueue, openQueue, untilShown } from "@/e2e/review/review-tools";
import { type Times, toTimes } from "../report/times";
import { type Cockpit, inPage } from "./start-cockpit";

/** The compressed bytes that a first visit to `/cockpit` loads until the page is live. */
export interface FirstLoad {
  readonly scriptBytes: number;
  readonly scripts: number;
}

/** What is dropped: one file, many files, or a folder that contains the many files. */
export const DROPS = ["one", "many", "folder"] as const;

/** What a user sees after dropping something on a tile. */
export interface Drop extends BlockedTimes {
  readonly what: (typeof DROPS)[number];
  /** The time from the drop to the end of the frame in which the page first shows a reaction. */
  readonly firstSignMs: number;
}

const QUEUED_TIMEOUT_MS = 60_000;
const WATCHED_AFTER_MS = 3_000;

/** Loads the cockpit with an empty cache. */
export async function measureFirstLoad(cockpit: Cockpit): Promise<FirstLoad> {
  return inPage(cockpit, async (page) => {
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
        .map(
          (entry) => [entry.name, (entry as PerformanceResourceTiming).encodedBodySize] as const,
        ),
    );
    const byName = new Map(sizes);
    const scriptBytes = [...byName.values()].reduce((total, bytes) => total + bytes, 0);
    return { scriptBytes, scripts: byName.size };
  });
}

/**
 * Drops one file, `files` files, and a folder that contains these files, in turn, `rounds` times. Each drop takes place
 * in a new browser window.
 */
export async function measureDrops(
  cockpit: Cockpit,
  { files, rounds }: { files: number; rounds: number },
  signal: AbortSignal,
): Promise<Drop[]> {
  const folder = await mkdtemp(join(tmpdir(), "stagedoor-bench-drop-"));
  const drops: Drop[] = [];
  try {
    const paths = Array.from({ length: files }, (_, n) => join(folder, `${n}.pdf`));
    for (const path of paths) await writeFile(path, "a short file");
    const dropped = { one: paths.slice(0, 1), many: paths, folder: [folder] };
    for (let round = 0; round < rounds; round += 1) {
      for (const what of DROPS) {
        signal.throwIfAborted();
        const count = what === "one" ? 1 : files;
        const seen = await inPage(cockpit, (page) => dropOnTile(page, dropped[what], count));
        drops.push({ what, ...seen });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return drops;
}

async function dropOnTile(
  page: Page,
  paths: readonly string[],
  files: number,
): Promise<Omit<Drop, "what">> {
  const tile = page.locator("[data-upload-identifier]").first();
  // It comes after the tiles, and moves them.
  await page.getByRole("heading", { name: UNASSIGNED_TEXTS.title }).waitFor();
  const notes = await noteSigns(page);
  await dropPathsOn(tile, paths);
  await untilQueued(tile, files);
  await page.waitForTimeout(WATCHED_AFTER_MS);
  const { droppedMs, signMs, tasks } = await notes.evaluate((seen) => seen);
  if (signMs === 0) throw new Error("The page did not react to the drop.");
  return { firstSignMs: signMs - droppedMs, ...splitAtDrop(tasks, droppedMs) };
}

/**
 * Records in the page itself when something is dropped and when the upload tray has been painted, which is when the
 * second frame begins.
 */
function noteSigns(page: Page) {
  return page.evaluateHandle((tray) => {
    const seen = { droppedMs: 0, signMs: 0, tasks: [] as LongTask[] };
    addEventListener(
      "drop",
      () => {
        seen.droppedMs = performance.now();
      },
      { capture: true, once: true },
    );
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        seen.tasks.push({ startMs: startTime, endMs: startTime + duration });
      }
    }).observe({ type: "longtask" });
    new MutationObserver((_, observer) => {
      if (!document.querySelector(tray)) return;
      observer.disconnect();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          seen.signMs = performance.now();
        }),
      );
    }).observe(document.body, { childList: true, subtree: true });
    return seen;
  }, `section[aria-label="${UPLOAD_TRAY_TEXTS.title}"]`);
}

/** Waits until the tray's summary counts all files, or reports all of them as uploaded. */
async function untilQueued(tile: Locator, count: number): Promise<void> {
  const all = formatCount(count);
  const tray = tile.page().getByRole("region", { name: UPLOAD_TRAY_TEXTS.title, exact: true });
  const summary = tray.first().getByRole("status").first();
  const queued = summary.filter({ hasText: new RegExp(`of ${all} done|^${all} files? uploaded`) });
  await queued.waitFor({ timeout: QUEUED_TIMEOUT_MS }).catch(async (cause) => {
    const said = await tile.page().locator("[role=status], [role=alert]").allInnerTexts();
    throw new Error(`The files are not in the tray. The page says: ${said.join(" | ")}`, { cause });
  });
}

/** A task during which a page did not respond, in milliseconds of the page's own time. */
export interface LongTask {
  readonly startMs: number;
  readonly endMs: number;
}

/** The longest times that a page did not respond, before and after something was dropped on it. */
export interface BlockedTimes {
  /** The browser's longest task before it passes the drop to the page; 0 if none took more than 50 ms. */
  readonly browserMs: number;
  /** The longest task after that, counted from the drop; 0 if none took more than 50 ms. */
  readonly longestTaskMs: number;
}

/**
 * Splits tasks at the moment when the page received the drop. Chromium looks up the type of each file by its name: once
 * when the files are dragged over the page, and again in the task that delivers the drop, before any script runs.
 */
export function splitAtDrop(tasks: readonly LongTask[], droppedMs: number): BlockedTimes {
  const before = tasks.map(({ startMs, endMs }) => Math.min(endMs, droppedMs) - startMs);
  const after = tasks.map(({ startMs, endMs }) => endMs - Math.max(startMs, droppedMs));
  return { browserMs: Math.max(0, ...before), longestTaskMs: Math.max(0, ...after) };
}

/** What a user experiences while scrolling through the tiles, or the list of documents, without a pause. */
export interface Scroll {
  readonly pages: number;
  /** The time from reaching the end until the frame that shows the next page, for the first ten pages and for the last ten. */
  readonly first: Times;
  readonly last: Times;
  /** The number of DOM elements with one page, and the highest number at any time. */
  readonly elementsFirst: number;
  readonly elementsMost: number;
  /** The longest time that the page was blocked; 0 if it was never blocked for more than 50 ms. */
  readonly longestTaskMs: number;
}

const COMPARED = 10;

/** Where a page says how many tiles or rows it has drawn, and how many come with each page. */
const DRAWN = {
  "/cockpit": { selector: "main ul[aria-label]:not(li ul)", attribute: "aria-label", each: 60 },
  "/documents": { selector: "tr[data-index]", attribute: "data-index", each: 100 },
} as const;

/** Scrolls from the first page of tiles, or of documents, through this many further pages. */
export async function measureScroll(
  cockpit: Cockpit,
  pages: number,
  path: keyof typeof DRAWN,
): Promise<Scroll> {
  return inPage(cockpit, async (page) => {
    if (path !== "/cockpit") {
      await page.goto(path);
      await page.getByRole("rowheader").first().waitFor();
      await untilLive(page);
    }
    const seen = await scrollOver(page, pages, DRAWN[path]);
    const { drawnMs, ...others } = seen;
    const first = toTimes(drawnMs.slice(0, COMPARED));
    return { pages, first, last: toTimes(drawnMs.slice(-COMPARED)), ...others };
  });
}

/** Runs in the page itself, because each Playwright step would take longer than what is measured. */
function scrollOver(page: Page, pages: number, drawn: (typeof DRAWN)[keyof typeof DRAWN]) {
  return page.evaluate(
    async ([count, { selector, attribute, each }]) => {
      const seen = { elementsFirst: 0, elementsMost: 0, longestTaskMs: 0 };
      const drawnMs: number[] = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) {
          seen.longestTaskMs = Math.max(seen.longestTaskMs, duration);
        }
      }).observe({ type: "longtask" });
      const lastDrawn = () => {
        const last = [...document.querySelectorAll(selector)].at(-1)?.getAttribute(attribute);
        return Number(/[\d,]+/.exec(last ?? "")?.[0].replaceAll(",", ""));
      };
      seen.elementsFirst = document.querySelectorAll("*").length;
      for (let done = 0; done < count; done += 1) {
        const startMs = performance.now();
        while (!(lastDrawn() >= (done + 1) * each)) {
          window.scrollTo(0, document.documentElement.scrollHeight);
          await new Promise((resolve) => requestAnimationFrame(resolve));
          if (performance.now() - startMs > 30_000) throw new Error("No next page appeared.");
        }
        drawnMs.push(performance.now() - startMs);
        const elements = document.querySelectorAll("*").length;
        seen.elementsMost = Math.max(seen.elementsMost, elements);
      }
      return { ...seen, drawnMs };
    },
    [pages, drawn] as const,
  );
}

/**
 * Approves this many documents in the review queue with one key each. @returns the times from the key to the first frame
 * with the next document, which has been loaded while the one before it was on the screen
 */
export async function measureReview(cockpit: Cockpit, documents: number): Promise<Times> {
  const { assetIdentifier } = await arrangeQueue(cockpit.product, documents + 1);
  return inPage(cockpit, async (page) => {
    await openQueue(page, assetIdentifier);
    const notes = await noteDocuments(page);
    for (let n = 1; n <= documents; n += 1) {
      await untilShown(page, `Invoice ${n}.pdf`);
      // The text of the next document's preview is there, so its page has been drawn.
      await page
        .locator("article[aria-hidden=true] [data-page] span")
        .first()
        .waitFor({ state: "attached" });
      await page.keyboard.press("a");
    }
    await untilShown(page, `Invoice ${documents + 1}.pdf`);
    await page.waitForFunction(([seen, count]) => seen.length >= count, [
      notes,
      documents,
    ] as const);
    return toTimes(await notes.evaluate((seen) => seen));
  });
}

/** Records in the page itself how long each key takes until the frame that shows another document has been painted. */
function noteDocuments(page: Page) {
  return page.evaluateHandle(() => {
    const seen: number[] = [];
    const shown = () => document.querySelector("article:not([aria-hidden=true])");
    addEventListener(
      "keydown",
      ({ timeStamp }) => {
        const before = shown();
        const observer = new MutationObserver(() => {
          if (shown() === before || !shown()) return;
          observer.disconnect();
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              seen.push(performance.now() - timeStamp);
            }),
          );
        });
        observer.observe(document.body, { attributes: true, childList: true, subtree: true });
      },
      { capture: true },
    );
    return seen;
  });
}
