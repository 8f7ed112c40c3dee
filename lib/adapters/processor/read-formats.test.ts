import {
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from "docx";
import { describe, expect, test } from "vitest";
import { bundledProcessor } from "@/testing/bundled-processor";
import { makeDocx, makeXlsx, paragraph } from "./testing/make-office.fixture";
import { prepareReader } from "./testing/prepare-reader.fixture";
import { linesOf } from "./testing/read-bytes.fixture";

const { outcomeOf, read, firstLines } = prepareReader(bundledProcessor);

describe("Word", () => {
  test("headings, tables, headers and footers are read as lines", async () => {
    const cell = (...texts: string[]) =>
      new TableCell({ children: texts.map((text) => new Paragraph(text)) });
    const word = new Document({
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph("Nord GmbH")] }) },
          footers: {
            default: new Footer({ children: [new Paragraph("IBAN DE02 1203 0000 0000 2020 51")] }),
          },
          children: [
            new Paragraph({ text: "Mietvertrag", heading: HeadingLevel.TITLE }),
            new Table({
              rows: [
                new TableRow({
                  children: [
                    cell("Herrn", "Max Muster"),
                    cell("Datum:", "Nr.:"),
                    cell("1.2.2026", "7"),
                  ],
                }),
              ],
            }),
            new Paragraph({
              children: [new TextRun("Miete:"), new TextRun({ children: [new Tab(), "900 €"] })],
            }),
            new Paragraph({
              pageBreakBefore: false,
              children: [new TextRun({ text: "Seite 2", break: 1 })],
            }),
          ],
        },
      ],
    });
    expect(await firstLines(await Packer.toBuffer(word))).toEqual([
      "Nord GmbH",
      "Mietvertrag",
      "Herrn | Datum: | 1.2.2026",
      "Max Muster | Nr.: | 7",
      "Miete: | 900 €",
      "Seite 2",
      "IBAN DE02 1203 0000 0000 2020 51",
    ]);
  });

  test("a page ends at each of Word's page breaks, which are counted once", async () => {
    const breaks =
      '<w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>Two</w:t></w:r></w:p>';
    const { pages, pageCount } = await read(makeDocx(`${paragraph("One")}${breaks}`));
    expect(pageCount).toBe(2);
    expect(pages.map(linesOf)).toEqual([["One"], ["Two"]]);
  });

  test("text boxes are read once, and tab stops and deleted text are not read", async () => {
    const docx = makeDocx(
      `<w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:delText>old</w:delText><w:t>A</w:t></w:r>
       <mc:AlternateContent xmlns:mc="m"><mc:Choice><w:r><w:txbxContent>${paragraph("Box")}</w:txbxContent></w:r></mc:Choice>
       <mc:Fallback><w:r><w:txbxContent>${paragraph("Box")}</w:txbxContent></w:r></mc:Fallback></mc:AlternateContent></w:p>`,
    );
    expect(await firstLines(docx)).toEqual(["A", "Box"]);
  });
});

describe("Excel", () => {
  test("a visible sheet is a page, with dates and numbers as displayed", async () => {
    const xlsx = makeXlsx(
      {
        Kosten: `<row><c t="s"><v>0</v></c><c s="1"><v>45688</v></c><c s="2"><v>1234.5</v></c></row><row/>
                 <row><c t="inlineStr"><is><t>Anteil</t></is></c><c s="3"><v>0.075</v></c><c t="b"><v>1</v></c></row>`,
        hidden: `<row><c><v>1</v></c></row>`,
        Notes: `<row><c t="str"><v>Text</v></c><c s="4"><v>45688.5</v></c></row>`,
      },
      { formats: ["dd.mm.yyyy", "#,##0.00\\ &quot;€&quot;", "0.0%"], strings: ["Heizung"] },
    );
    const { pages, findings } = await read(xlsx);
    expect(pages.map(({ part }) => part)).toEqual(["Kosten", "Notes"]);
    expect(pages.map(linesOf)).toEqual([
      ["Heizung | 31.01.2025 | 1234.50 €", "Anteil | 7.5% | TRUE"],
      ["Text | 2025-01-31"],
    ]);
    expect(findings).toEqual([{ code: "sheets-not-read", parameters: { count: 1 } }]);
  });
});

describe("text", () => {
  test.each([
    ["UTF-8 with a mark", Buffer.from("\ufeffGrüße – 5 €")],
    ["UTF-16", Buffer.from("\ufeffGrüße – 5 €", "utf16le")],
    ["UTF-16 without a mark", Buffer.from("Grüße – 5 €", "utf16le")],
    ["UTF-16, the other way round", Buffer.from("\ufeffGrüße – 5 €", "utf16le").swap16()],
    ["Windows-1252", Buffer.from("Gr\xfc\xdfe \x96 5 \x80", "latin1")],
  ])("encoded in %s is read the same way", async (_, file) => {
    expect(await firstLines(file)).toEqual(["Grüße – 5 €"]);
  });

  test("words are in NFC, without zero bytes and lone surrogates", async () => {
    const file = Buffer.from(`\ufeffGru\u0308n\0 a\ud800b ${"x".repeat(1_001)}`, "utf16le");
    expect(await firstLines(file)).toEqual([`Grün a\ufffdb ${"x".repeat(1_000)} x`]);
  });

  test("a table keeps its cells, including quoted ones", async () => {
    const csv = 'Mieter;Miete;Notiz\r\n"Muster; Max";900,00;"sagt ""ja"""\r\nSchmidt;850,00;\r\n';
    const { format, pages } = await read(csv);
    expect(format).toBe("csv");
    expect(linesOf(pages[0])).toEqual([
      "Mieter | Miete | Notiz",
      'Muster; Max | 900,00 | sagt "ja"',
      "Schmidt | 850,00",
    ]);
  });

  test("an HTML page contains what browsers show", async () => {
    const html = `<!doctype html><html><head><title>No</title><style>p{}</style></head><body><script>no()</script>
      <p>Sehr geehrte&nbsp;Frau <b>M&uuml;ller</b>,<br>anbei:</p><div style="display: none">No</div>
      <table><tr><th>Nr.</th><td>4711</td></tr><tr><th>Betrag</th><td>119,00&nbsp;&euro;</td></tr></table>`;
    expect(await firstLines(html)).toEqual([
      "Sehr geehrte Frau Müller,",
      "anbei:",
      "Nr. | 4711",
      "Betrag | 119,00 €",
    ]);
  });
});

describe("a format that is not read", () => {
  test.each([
    ["image/png", Buffer.from("89504e470d0a1a0a0000000d", "hex")],
    ["image/tiff", Buffer.from("49492a0008000000", "hex")],
    ["application/rtf", Buffer.from("{\\rtf1 Hello}")],
    ["application/octet-stream", Buffer.from([1, 2, 3, 4, 0, 5, 6, 7])],
    ["application/xml", Buffer.from('<?xml version="1.0"?><order/>')],
  ])("is reported as such: %s", async (format, file) => {
    const outcome = await outcomeOf(file);
    expect(outcome).toMatchObject({
      kind: "failure",
      code: "format-not-read",
      parameters: { format },
    });
  });
});
