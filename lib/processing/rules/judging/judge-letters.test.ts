import { describe, expect, test } from "vitest";
import { type DrawnDocument, judgeDrawing, valuesOf } from "../../testing/expect-judgement";
import { judgeInput } from "../../testing/judge-input";
import { pageOf } from "../../testing/page-text";
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

describe("email", () => {
  const invoice = pageOf("# Rechnung Nr. 4711\nRechnungsdatum 01.02.2024\nGesamtbetrag 119,00 €", {
    number: 2,
    part: "r.pdf",
    isAttachment: true,
  });

  test("the class of an email comes from its body, however long its attachment is", () => {
    const body = pageOf(
      "Sehr geehrte Frau Klein,\nanbei erhalten Sie wie besprochen unsere Unterlagen.\nMit freundlichen Grüßen\nOlaf Reuter",
      { hasBoxes: false },
    );
    expect(judge(judgeInput([body, invoice], { format: "eml" })).documentClass).toBe(
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
