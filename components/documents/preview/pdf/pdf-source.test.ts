import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PreviewRefusal } from "../file/preview-refusal";
import { rejectable } from "./load-pdfjs";
import type { OpenPdf } from "./open-pdf";
import { openPdfSource } from "./pdf-source";

/** Creates a PDF that claims to have this many pages, can fail to be read, and records whether its parser was stopped. */
function fakePdf(numPages = 3) {
  const seen = { isEnded: false };
  const page = { getViewport: () => ({ width: 600, height: 800 }), cleanup: () => undefined };
  const failing = rejectable();
  const pdf = {
    failed: failing.promise,
    document: { numPages, getPage: async () => page },
    end: () => {
      seen.isEnded = true;
    },
  } as unknown as OpenPdf;
  return { pdf, seen, fail: failing.reject };
}

const tab = Object.assign(new EventTarget(), { visibilityState: "visible" });

/** Hides or shows the browser tab. */
function turn(visibilityState: "visible" | "hidden"): void {
  tab.visibilityState = visibilityState;
  tab.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  tab.visibilityState = "visible";
  vi.stubGlobal("document", tab);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const staying = new AbortController().signal;

describe("a PDF as pages", () => {
  test("is rejected if it claims to have more pages than the viewer can hold", async () => {
    const { pdf, seen } = fakePdf(10_000_000);
    await expect(openPdfSource(async () => pdf)).rejects.toMatchObject({ reason: "too-large" });
    expect(seen.isEnded).toBe(true);
  });

  test("can have ten thousand pages", async () => {
    const { pdf, seen } = fakePdf(10_000);
    const source = await openPdfSource(async () => pdf);
    expect(source.pageCount).toBe(10_000);
    expect(source.firstSize).toEqual({ width: 600, height: 800 });
    source.close();
    await expect.poll(() => seen.isEnded).toBe(true);
  });
  test("is reopened by a later read even if reopening failed once", async () => {
    vi.useFakeTimers();
    const [first, second] = [fakePdf(), fakePdf()];
    const answers = [
      () => Promise.resolve(first.pdf),
      () => Promise.reject(new PreviewRefusal("unreachable")),
      () => Promise.resolve(second.pdf),
    ];
    const source = await openPdfSource(() => answers.shift()?.() ?? Promise.reject(new Error()));
    const slow = source.use(2, () => new Promise(() => undefined), staying);
    const refused = expect(slow).rejects.toMatchObject({ reason: "too-slow" });
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
    expect(first.seen.isEnded).toBe(true);
    const offline = source.use(2, async ({ size }) => size, staying);
    await expect(offline).rejects.toMatchObject({ reason: "unreachable" });
    const again = await source.use(2, async ({ size }) => size, staying);
    expect(again).toEqual({ width: 600, height: 800 });
  });
  test("reports immediately why its bytes cannot be read, and continues in a new thread", async () => {
    const [first, second] = [fakePdf(), fakePdf()];
    const answers = [first.pdf, second.pdf];
    const source = await openPdfSource(async () => answers.shift() ?? Promise.reject(new Error()));
    const gone = new Error("410");
    const reading = source.use(2, () => new Promise(() => first.fail(gone)), staying);
    await expect(reading).rejects.toBe(gone);
    await expect.poll(() => first.seen.isEnded).toBe(true);
    expect(await source.use(3, async () => "drawn", staying)).toBe("drawn");
  });

  test("does not fail a page for bytes that were lost while no page was waiting for them", async () => {
    const [first, second] = [fakePdf(), fakePdf()];
    const answers = [first.pdf, second.pdf];
    const source = await openPdfSource(async () => answers.shift() ?? Promise.reject(new Error()));
    first.fail(new PreviewRefusal("unreachable"));
    await expect.poll(() => first.seen.isEnded).toBe(true);
    expect(await source.use(2, async () => "drawn", staying)).toBe("drawn");
  });
});

describe("the time limit of a page", () => {
  test("also ends its parser in a hidden tab, where browsers draw nothing, but the page is drawn again when the tab is shown", async () => {
    vi.useFakeTimers();
    const pdfs = [fakePdf(), fakePdf(), fakePdf()];
    const rest = pdfs.map(({ pdf }) => pdf);
    const source = await openPdfSource(async () => rest.shift() ?? Promise.reject(new Error()));
    const isEnded = () => pdfs.map(({ seen }) => seen.isEnded);
    const slow = source.use(2, () => new Promise(() => undefined), staying);
    const refused = expect(slow).rejects.toMatchObject({ reason: "too-slow" });
    turn("hidden");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(isEnded()).toEqual([true, false, false]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    turn("visible");
    await vi.advanceTimersByTimeAsync(19_000);
    turn("hidden");
    turn("visible");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isEnded()).toEqual([true, true, false]);
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
    expect(isEnded()).toEqual([true, true, true]);
  });
});
