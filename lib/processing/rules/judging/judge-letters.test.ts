import { describe, expect, test } from "vitest";
import { type DrawnDocument, judgeDrawing, valuesOf } from "../../testing/expect-judgement";
import { judgeInput } from "../../testing/judge-input";
import { pageOf } from "../../testing/page-text";
import type { AttachmentFacts, PageText } from "../reading/page-text";
import { judge } from "./judge";

const DOCUMENTS: Readonly<Record<string, DrawnDocument>> = {
  "a German letter": {
    documentClass: "correspondence",
    language: "de",
    fields: {
      writtenOn: "2024-01-22",
      sender: "Wohnbau Elbtal GmbH",
      recipient: "Herbert Quandt",
      subject: "Ihr Schreiben zur Heizung",
    },
    drawing: `
      Wohnbau Elbtal GmbH · Elbufer 4 · 01097 Dresden

      Herrn
      Herbert Quandt
      Bautzner Straße 19
      01099 Dresden
                                                  Dresden, 22. Januar 2024

      Betreff: Ihr Schreiben zur Heizung

      Sehr geehrter Herr Quandt,
      vielen Dank für Ihr Schreiben. Wir haben den Mietvertrag geprüft und den Hausmeister beauftragt.
      Die Rechnung des Handwerkers geht an uns.
      Mit freundlichen Grüßen
      Wohnbau Elbtal GmbH`,
  },
  "an English letter": {
    documentClass: "correspondence",
    language: "en",
    fields: {
      writtenOn: "2023-06-02",
      sender: "Alder & Finch LLP",
      recipient: "R Daniels",
      subject: "Forthcoming roof works",
    },
    drawing: `
      Alder & Finch LLP
      3 Temple Row
      Birmingham B2 5LS

      2 June 2023

      Ms R Daniels
      18 Park View
      Birmingham B15 2TT

      Dear Ms Daniels,
      Re: Forthcoming roof works
      We are writing to let you know that scaffolding will be erected next week. Please do not hesitate
      to contact us if you have any questions.
      Yours sincerely,
      Helen Finch`,
  },
};

test.each(Object.entries(DOCUMENTS))(
  "%s is classified correctly, and its fields are extracted",
  (_, { drawing, ...truth }) => {
    expect(judgeDrawing({ drawing, ...truth })).toEqual(truth);
  },
);

describe("documents without a class", () => {
  test.each([
    [
      "a quotation",
      "# Angebot Nr. 5512\nWir bieten Ihnen freibleibend an:\nMalerarbeiten   1.250,00 €\nMwSt. 19 %   237,50 €\nAngebotssumme   1.487,50 €",
    ],
    [
      "a bank statement",
      "# Kontoauszug\nKontoinhaber Anna Vogel\nBuchungstag   Text   Betrag\n02.01.2024   Dauerauftrag Miete   -850,00\nNeuer Saldo 1.200,00 EUR",
    ],
    [
      "minutes",
      "# Minutes of the annual general meeting\nApologies for absence. The lease of the hall and the insurance were discussed. Any other business.",
    ],
    [
      "a manual",
      "# Bedienungsanleitung\nSicherheitshinweise\nVor der Wartung den Stecker ziehen. Technische Daten: 230 V. Störungsbehebung siehe Seite 12.",
    ],
    [
      "a different kind of contract",
      "# Wartungsvertrag\nzwischen Auftraggeber und Auftragnehmer über die Wartung der Aufzüge. Die Vergütung beträgt 1.200 EUR im Jahr.",
    ],
    ["a few words", "Hallo Welt"],
  ])("%s is unknown", (_, drawing) => {
    expect(judge(judgeInput([pageOf(drawing)])).documentClass).toBe("unknown");
  });

  test("an empty document is unknown, without language or fields", () => {
    expect(judge(judgeInput([]))).toMatchObject({
      documentClass: "unknown",
      language: null,
      fields: [],
      findings: [],
    });
  });
});

const LETTER = pageOf(
  "Sehr geehrte Frau Klein,\nanbei erhalten Sie wie besprochen unsere Unterlagen.\nMit freundlichen Grüßen\nOlaf Reuter",
  { hasBoxes: false },
);

/** Creates a one-page invoice that is an attachment. */
const invoiceOf = (
  number: number,
  name: string,
  more: Partial<AttachmentFacts> = {},
): PageText => ({
  ...pageOf(`# Rechnung Nr. 47${number}\nRechnungsdatum 01.02.2024\nGesamtbetrag 119,00 €`, {
    number,
    part: name,
    isAttachment: true,
  }),
  attachment: { name, format: "pdf", stated: null, ...more },
});

describe("email", () => {
  const invoice = pageOf("# Rechnung Nr. 4711\nRechnungsdatum 01.02.2024\nGesamtbetrag 119,00 €", {
    number: 2,
    part: "r.pdf",
    isAttachment: true,
  });

  test("the class of an email comes from its body, however long its attachment is", () => {
    expect(judge(judgeInput([LETTER, invoice], { format: "eml" })).documentClass).toBe(
      "correspondence",
    );
  });

  test("an email without text has the class of its attachment", () => {
    const judgement = judge(
      judgeInput([pageOf("", { hasBoxes: false }), invoice], { format: "eml" }),
    );
    expect(judgement.documentClass).toBe("invoice");
    expect(valuesOf(judgement, ["invoiceNumber"])).toEqual({ invoiceNumber: "4711" });
  });
});

describe("attachments of an email", () => {
  const judgeMail = (pages: readonly PageText[]) =>
    judge(judgeInput([LETTER, ...pages], { format: "eml" }));

  test("each has its own class, fields and findings, and the email keeps its class", () => {
    const second = pageOf("IBAN DE89 3704 0044 0532 0130 00", {
      number: 3,
      part: "a.pdf",
      isAttachment: true,
    });
    const judgement = judgeMail([invoiceOf(2, "a.pdf"), second, invoiceOf(4, "b.pdf")]);

    expect(judgement.documentClass).toBe("correspondence");
    expect(judgement.attachments).toMatchObject([
      { name: "a.pdf", documentClass: "invoice", language: "de", pages: 2 },
      { name: "b.pdf", documentClass: "invoice", pages: 1 },
    ]);
    const [first] = judgement.attachments;
    expect(first?.fields.map(({ name, value, page }) => [name, value, page])).toEqual(
      expect.arrayContaining([
        ["invoiceNumber", "472", 2],
        ["iban", "DE89370400440532013000", 3],
        ["totalAmount", "119.00", 2],
      ]),
    );
    expect(first?.findings).toEqual([
      { code: "required-field-missing", parameters: { field: "issuer" } },
    ]);
  });

  test("an attached e-invoice has the values that its XML states", () => {
    const stated = {
      documentClass: "invoice",
      source: "factur-x",
      values: [{ field: "invoiceNumber", value: "RE-9", text: "RE-9" }],
    };
    const { attachments } = judgeMail([invoiceOf(2, "a.pdf", { stated })]);

    expect(attachments[0]?.score).toBe(1);
    expect(attachments[0]?.fields[0]).toMatchObject({ name: "invoiceNumber", value: "RE-9" });
  });

  test("a document that is not an email has none, nor has an email that an older version read", () => {
    const { attachment: _, ...unmarked } = invoiceOf(2, "a.pdf");

    expect(judge(judgeInput([LETTER])).attachments).toEqual([]);
    expect(judgeMail([unmarked]).attachments).toEqual([]);
  });

  test("those beyond 50 attachments or 200 fields are counted in a finding", () => {
    const many = Array.from({ length: 53 }, (_, index) => invoiceOf(index + 2, `${index}.pdf`));
    const judgement = judgeMail(many);
    const fields = judgement.attachments.reduce((sum, one) => sum + one.fields.length, 0);
    const left = many.length - judgement.attachments.length;

    expect(judgement.attachments.length).toBeLessThanOrEqual(50);
    expect(judgement.fields.length + fields).toBeLessThanOrEqual(200);
    expect(judgement.findings).toContainEqual({
      code: "attachments-not-judged",
      parameters: { count: left },
    });
    expect(left).toBeGreaterThanOrEqual(3);
  });
});
