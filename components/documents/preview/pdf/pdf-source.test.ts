import { afterEach, describe, expect, test, vi } from "vitest";
import { PreviewRefusal } from "../file/preview-refusal";
import type { OpenPdf } from "./open-pdf";
import { openPdfSource } from "./pdf-source";

/** A PDF that says it has so many pages, and whether its parser was ended. */
function fakePdf(numPages = 3) {
  const seen = { isEnded: false };
  const page = { getViewport: () => ({ width: 600, height: 800 }), cleanup: () => undefined };
  const pdf = {
    document: { numPages, getPage: async () => page },
    end: () => {
      seen.isEnded = true;
    },
  } as unknown as OpenPdf;
  return { pdf, seen };
}

afterEach(() => void vi.useRealTimers());

const staying = new AbortController().signal;

describe("a PDF as pages", () => {
  test("is refused when it says it has more pages than a list can hold", async () => {
    const { pdf, seen } = fakePdf(10_000_000);
    await expect(openPdfSource(async () => pdf)).rejects.toMatchObject({ reason: "too-large" });
    expect(seen.isEnded).toBe(true);
  });

  test("may have ten thousand pages", async () => {
    const { pdf, seen } = fakePdf(10_000);
    const source = await openPdfSource(async () => pdf);
    expect(source.pageCount).toBe(10_000);
    expect(source.firstSize).toEqual({ width: 600, height: 800 });
    source.close();
    await expect.poll(() => seen.isEnded).toBe(true);
  });
  test("is opened again after it could not be opened again once", async () => {
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
});
