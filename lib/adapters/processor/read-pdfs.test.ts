import { describe, expect, test } from "vitest";
import { bundledProcessor } from "@/testing/bundled-processor";
import { makePdf } from "./testing/make-pdf.fixture";
import { drawText, makeRawPdf, pageObjects, pdfStream } from "./testing/make-raw-pdf.fixture";
import { prepareReader } from "./testing/prepare-reader.fixture";
import { pagesOf } from "./testing/read-bytes.fixture";

const { outcomeOf, read, firstLines } = prepareReader(bundledProcessor);

describe("the text of a PDF", () => {
  test("the words of a rotated page have the positions at which they are displayed", async () => {
    const pdf = await makePdf((page) => {
      Object.assign(page.page.dictionary.data, { Rotate: 90 });
      page.text("Oben", 20, 800, { lineBreak: false });
    });
    const [page] = (await read(pdf)).pages;
    expect(page?.size).toEqual({ width: 841.89, height: 595.28 });
    expect(page?.lines[0]?.[0]?.[0]?.text).toBe("Oben");
    const [left = 0, top = 0, right = 0, bottom = 0] = page?.lines[0]?.[0]?.[0]?.bbox ?? [];
    expect([left, top]).toEqual([expect.closeTo(0.04, 1), expect.closeTo(0.03, 1)]);
    expect(bottom - top).toBeGreaterThan(right - left);
  });

  test.each(["Helvetica", "Courier"])(
    "the words of a line in %s have the positions at which they are drawn",
    async (font) => {
      const words = "Please pay to IBAN GB29 NWBK 6016 1331 9268 19 in the illicit mill".split(" ");
      const drawn: number[] = [];
      const pdf = await makePdf((page) => {
        page.font(font).fontSize(10).text(words.join(" "), 50, 100, { lineBreak: false });
        for (const [index, word] of words.entries()) {
          const left = 50 + page.widthOfString([...words.slice(0, index), ""].join(" "));
          drawn.push(left, left + page.widthOfString(word));
        }
      });
      const [page] = (await read(pdf)).pages;
      const found = page?.lines[0]?.flat().flatMap(({ bbox }) => [bbox?.[0] ?? 0, bbox?.[2] ?? 0]);
      const points = (found ?? []).map((part) => part * 595.28);
      expect(points).toEqual(drawn.map((at) => expect.closeTo(at, 0)));
    },
  );

  test("columns with a wide gap between them are separate segments, and a word drawn in pieces is joined", async () => {
    const pdf = await makePdf((page) => {
      page.font("Helvetica").fontSize(12);
      page
        .text("Gesamt", 50, 100, { lineBreak: false })
        .text("betrag", 50 + page.widthOfString("Gesamt"), 100, { lineBreak: false });
      page.text("1.190,00 EUR", 400, 100, { lineBreak: false });
      page.text("Darunter", 50, 130, { lineBreak: false });
    });
    expect(await firstLines(pdf)).toEqual(["Gesamtbetrag | 1.190,00 EUR", "Darunter"]);
  });

  test("text that is drawn twice to look bold is read once", async () => {
    const pdf = await makePdf((page) => {
      page
        .text("Rechnung", 50, 100, { lineBreak: false })
        .text("Rechnung", 50.3, 100, { lineBreak: false });
    });
    expect(await firstLines(pdf)).toEqual(["Rechnung"]);
  });

  test("values filled into a form are read at the positions of their fields", async () => {
    const pdf = await makePdf((page) => {
      page.initForm();
      page.text("Mieter:", 50, 100, { lineBreak: false });
      page.formText("tenant", 110, 98, 200, 16, { value: "Erika Mustermann" });
    });
    expect(await firstLines(pdf)).toEqual(["Mieter: | Erika Mustermann"]);
  });
});

describe("other properties of a PDF", () => {
  test("a password that is required to open the file is a failure, but one that is required only to change it is not", async () => {
    const secret = await makePdf((page) => page.text("Secret"), {
      userPassword: "a",
      ownerPassword: "b",
    });
    const open = await makePdf((page) => page.text("Open"), { ownerPassword: "b" });
    expect(await outcomeOf(secret)).toMatchObject({ code: "encrypted" });
    expect(await firstLines(open)).toEqual(["Open"]);
  });

  test("pages without text and attached files are reported as findings", async () => {
    const pdf = await makePdf((document) => {
      document.text("First").addPage().addPage().addPage().text("Last");
      document.file(Buffer.from("MZ"), { name: "program.exe" });
    });
    expect((await read(pdf)).findings).toEqual([
      { code: "contains-embedded-files", parameters: { count: 1 } },
      { code: "pages-without-text", parameters: { from: 2, to: 3 } },
    ]);
  });

  test("a file attached by an annotation is reported as a finding", async () => {
    const note =
      "/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[9 9 20 20]/FS 6 0 R>>]/MediaBox";
    const objects = pageObjects(pdfStream("", drawText("First")));
    const pdf = makeRawPdf([
      ...objects.map((object) =>
        typeof object === "string" ? object.replace("/MediaBox", note) : object,
      ),
      "<</Type/Filespec/F(a.exe)/EF<</F 7 0 R>>>>",
      pdfStream("/Type/EmbeddedFile", "MZ"),
    ]);
    expect((await read(pdf)).findings).toEqual([
      { code: "contains-embedded-files", parameters: { count: 1, page: 1 } },
    ]);
  });

  test("pages beyond the limit are reported as a finding", async () => {
    const pdf = await makePdf((document) => {
      document.text("1");
      for (let number = 2; number <= 503; number += 1) document.addPage().text(String(number));
    });
    const last = pagesOf(await outcomeOf(pdf, 500));
    expect(last.nextPage).toBeNull();
    expect(last.findings).toEqual([{ code: "pages-not-read", parameters: { from: 501, to: 503 } }]);
  });
});
