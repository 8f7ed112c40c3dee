import { describe, expect, test } from "vitest";
import { bundledProcessor } from "@/testing/bundled-processor";
import { aCiiInvoice, aUblDocument, aZugferd1Invoice } from "./testing/e-invoices.fixture";
import { makePdf } from "./testing/make-pdf.fixture";
import { prepareReader } from "./testing/prepare-reader.fixture";
import { linesOf } from "./testing/read-bytes.fixture";

const { read } = prepareReader(bundledProcessor);

const VALUES = {
  issuer: "Nord GmbH",
  invoiceNumber: "RE-4711",
  issuedOn: "2026-02-01",
  totalAmount: "1190.00",
  currency: "EUR",
  dueOn: "2026-02-15",
  vatId: "DE123456789",
  iban: "DE02120300000000202051",
};

describe.each([
  ["a Cross Industry Invoice", aCiiInvoice(), "cii"],
  ["an invoice of ZUGFeRD 1", aZugferd1Invoice(), "cii"],
  ["a UBL invoice", aUblDocument("Invoice"), "ubl"],
  ["a UBL credit note", aUblDocument("CreditNote"), "ubl"],
])("%s", (_, xml, source) => {
  test("provides all fields of an invoice in normalised form", async () => {
    const { stated, format } = await read(xml);
    expect([format, stated?.documentClass, stated?.source]).toEqual([
      "invoice-xml",
      "invoice",
      source,
    ]);
    expect(
      Object.fromEntries((stated?.values ?? []).map(({ field, value }) => [field, value])),
    ).toEqual(VALUES);
  });

  test("is readable as lines, each with a name and a value", async () => {
    const lines = linesOf((await read(xml)).pages[0]);
    expect(lines.some((line) => /Name \| Nord GmbH$/.test(line))).toBe(true);
    expect(lines.some((line) => /Amount \| 1190(\.00)? EUR$/.test(line))).toBe(true);
  });
});

describe("a PDF with an e-invoice inside", () => {
  test("provides its own text and the invoice's fields, no matter how the attached file is named", async () => {
    const pdf = await makePdf((document) => {
      document.text("Rechnung RE-4711");
      document.file(Buffer.from(aCiiInvoice()), { name: "anything.xml" });
    });
    const { stated, pages, findings } = await read(pdf);
    expect(stated?.source).toBe("factur-x");
    expect(stated?.values).toHaveLength(8);
    expect(linesOf(pages[0])).toEqual(["Rechnung RE-4711"]);
    expect(findings).toEqual([]);
  });

  test("is read without the e-invoice if the e-invoice is broken", async () => {
    const pdf = await makePdf((document) => {
      document.text("Rechnung RE-4711");
      document.file(Buffer.from(aCiiInvoice().slice(0, 400)), { name: "factur-x.xml" });
    });
    const { stated, findings } = await read(pdf);
    expect(stated).toBeNull();
    expect(findings).toEqual([{ code: "contains-embedded-files", parameters: { count: 1 } }]);
  });
});

describe("invalid values", () => {
  test("are omitted: a date that does not exist, an account number that is not an IBAN, and a tax number", async () => {
    const xml = aCiiInvoice()
      .replace("20260201", "20260231")
      .replace("DE02120300000000202051", "12345678")
      .replace('schemeID="VA"', 'schemeID="FC"');
    const fields = ((await read(xml)).stated?.values ?? []).map(({ field }) => field);
    expect(fields).toEqual(["issuer", "invoiceNumber", "totalAmount", "currency", "dueOn"]);
  });
});
