import { describe, expect, test } from "vitest";
import type { PageText } from "../reading/page-text";
import { readStoredPage, storePage } from "./stored-page";

const PAGE: PageText = {
  number: 7,
  part: "invoice.pdf",
  isAttachment: true,
  attachment: { name: "invoice.pdf", format: "pdf", stated: null },
  size: { width: 595, height: 842 },
  lines: [
    [
      [
        { text: "Rechnung", bbox: [0.1, 0.2, 0.3334, 0.25] },
        { text: "4711", bbox: null },
      ],
      [],
    ],
  ],
};
const BARE: PageText = { number: 1, part: null, isAttachment: false, size: null, lines: [] };

describe("a page that is stored and read back", () => {
  test.each([PAGE, BARE])("is unchanged", (page) => {
    const stored = JSON.parse(JSON.stringify(storePage(page)));
    expect(readStoredPage(page.number, stored)).toEqual(page);
  });

  test("has positions that are accurate to a ten-thousandth of the page", () => {
    const lines = [[[{ text: "a", bbox: [1 / 3, 0, 1, 1] as const }]]];
    const read = readStoredPage(1, storePage({ ...BARE, lines }));
    expect(read.lines).toEqual([[[{ text: "a", bbox: [0.3333, 0, 1, 1] }]]]);
  });

  test("takes little space", () => {
    expect(JSON.stringify(storePage(BARE))).toBe('{"l":[]}');
    expect(JSON.stringify(storePage(PAGE))).toContain('[["Rechnung",1000,2000,3334,2500],"4711"]');
  });
});
