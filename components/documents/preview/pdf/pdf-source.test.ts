import { describe, expect, test } from "vitest";
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
});
