import { describe, expect, test } from "vitest";
import { valuesOf } from "../../testing/expect-judgement";
import { judgeInput } from "../../testing/judge-input";
import { pageOf } from "../../testing/page-text";
import { judge } from "./judge";
import type { DocumentClass } from "./judgement";
import { SHIPPED_CLASSES } from "./shipped-classes";

const INVOICE = pageOf(`
  # Rechnung
  Rechnungsnummer   RE-77
  Rechnungsdatum    04.03.2024
  Summe netto             100,00 €
  19 % MwSt.              19,00 €
  Gesamtbetrag            119,00 €`);

const KEY_HANDOVER: DocumentClass = {
  id: "key-handover",
  labels: { en: "Key handover", de: "Schlüsselübergabe" },
  isShipped: false,
  isActive: true,
  keywords: ["Schlüsselquittung", "Schließanlage"],
  fields: [
    {
      name: "handedOverOn",
      type: "date",
      isRequired: true,
      labels: { en: ["Handed over on"], de: ["Übergeben am"] },
    },
    {
      name: "keyNumber",
      type: "identifier",
      isRequired: false,
      labels: { en: ["Key no."], de: ["Schlüssel-Nr."] },
    },
  ],
};

describe("a field", () => {
  const judgement = judge(judgeInput([INVOICE]));
  const total = judgement.fields.find(({ name }) => name === "totalAmount");

  test("has its position, its words, and the label that led to it", () => {
    expect(total).toMatchObject({
      value: "119.00",
      text: "119,00 €",
      page: 1,
      label: "Gesamtbetrag",
      method: "label",
    });
    const [left = 0, top = 0, right = 0, bottom = 0] = total?.bbox ?? [];
    expect(left).toBeLessThan(right);
    expect(top).toBeLessThan(bottom);
    expect(bottom).toBeLessThan(1);
  });

  test("passes its check and has a higher score if it is a total that net and VAT confirm", () => {
    expect(total?.check).toBe("passed");
    expect(total?.score).toBeGreaterThanOrEqual(0.985);
  });

  test("gets a lower score if there are two equally good values", () => {
    const twice = pageOf(
      "# Rechnung\nRechnungsnummer: RE-77\nRechnungsnummer: RE-78\nRechnungsbetrag: 119,00 €",
    );
    const number = judge(judgeInput([twice])).fields.find(({ name }) => name === "invoiceNumber");
    expect(number?.score).toBeLessThanOrEqual(0.6);
  });

  test("has no box if its words have no boxes", () => {
    const plain = pageOf("# Rechnung\nRechnungsnummer: RE-77\nRechnungsbetrag: 119,00 €", {
      hasBoxes: false,
    });
    expect(judge(judgeInput([plain], { format: "text" })).fields[0]?.bbox).toBeNull();
  });
});

describe("findings", () => {
  test("name missing required fields, and include the findings from reading", () => {
    const macros = { code: "contains-macros", parameters: {} };
    const { findings } = judge(judgeInput([INVOICE], { findings: [macros] }));
    expect(findings).toContainEqual(macros);
    expect(findings).toContainEqual({
      code: "required-field-missing",
      parameters: { field: "issuer" },
    });
  });

  test("name an IBAN with wrong check digits, which gets a low score", () => {
    const wrong = pageOf(
      "# Rechnung Nr. 5\nRechnungsbetrag 119,00 €\nIBAN DE88 3704 0044 0532 0130 00",
    );
    const judgement = judge(judgeInput([wrong]));
    const iban = judgement.fields.find(({ name }) => name === "iban");
    expect(iban).toMatchObject({ check: "failed" });
    expect(iban?.score).toBeLessThanOrEqual(0.4);
    expect(judgement.findings).toContainEqual({
      code: "field-check-failed",
      parameters: { field: "iban" },
    });
  });
});

describe("the vocabulary", () => {
  test("never leads to an inactive class", () => {
    const classes = SHIPPED_CLASSES.map((one) =>
      one.id === "invoice" ? { ...one, isActive: false } : one,
    );
    const { documentClass, alternatives } = judge(judgeInput([INVOICE], { classes }));
    expect([documentClass, ...alternatives.map((other) => other.documentClass)]).not.toContain(
      "invoice",
    );
  });

  test("finds an installation's own class by its keywords, and the class's fields by their labels", () => {
    const page = pageOf(
      "# Schlüsselquittung\nSchließanlage Hof 3\nÜbergeben am: 05.06.2024\nSchlüssel-Nr.: S-118",
    );
    const judgement = judge(judgeInput([page], { classes: [...SHIPPED_CLASSES, KEY_HANDOVER] }));
    expect(judgement.documentClass).toBe("key-handover");
    expect(valuesOf(judgement, ["handedOverOn", "keyNumber"])).toEqual({
      handedOverOn: "2024-06-05",
      keyNumber: "S-118",
    });
  });
});

describe("known parties", () => {
  test("are written in their known spelling, however the document spells them", () => {
    const page = pageOf(
      "MÜLLER & SOEHNE GMBH · Weg 1 · 10115 Berlin\n# Rechnung Nr. 9\nRechnungsbetrag 119,00 €",
    );
    const knownParties = [{ name: "Müller & Söhne GmbH", roles: ["issuer"] }];
    const issuer = judge(judgeInput([page], { knownParties })).fields.find(
      ({ name }) => name === "issuer",
    );
    expect(issuer).toMatchObject({
      value: "Müller & Söhne GmbH",
      text: "MÜLLER & SOEHNE GMBH",
      method: "known-party",
    });
  });

  test("are not found inside other words", () => {
    const knownParties = [{ name: "Rech", roles: ["issuer"] }];
    const { fields } = judge(judgeInput([INVOICE], { knownParties }));
    expect(fields.map(({ name }) => name)).not.toContain("issuer");
  });
});

describe("an e-invoice", () => {
  const stated = {
    documentClass: "invoice",
    source: "factur-x",
    values: [
      { field: "invoiceNumber", value: "RE-77", text: "RE-77" },
      { field: "totalAmount", value: "119.00", text: "119.00" },
      { field: "issuer", value: "Blank Ltd", text: "Blank Ltd" },
    ],
  };

  test("gets the values that its file states, with score 1", () => {
    const judgement = judge(judgeInput([INVOICE], { stated }));
    expect(judgement).toMatchObject({ documentClass: "invoice", score: 1 });
    expect(judgement.fields.find(({ name }) => name === "issuer")).toMatchObject({
      value: "Blank Ltd",
      score: 1,
      method: "e-invoice",
      page: null,
    });
    expect(judgement.fields.find(({ name }) => name === "totalAmount")?.bbox).not.toBeNull();
  });

  test("has a finding if its pages show a different total from its XML", () => {
    const values = [{ field: "totalAmount", value: "9119.00", text: "9119.00" }];
    const { findings } = judge(judgeInput([INVOICE], { stated: { ...stated, values } }));
    expect(findings).toContainEqual({
      code: "stated-total-not-printed",
      parameters: { field: "totalAmount" },
    });
  });
});

test("the same input gives the same judgement", () => {
  expect(judge(judgeInput([INVOICE]))).toEqual(judge(judgeInput([INVOICE])));
});

describe("a document that is too long to be classified as a whole", () => {
  const NOT_JUDGED = {
    code: "text-not-judged",
    parameters: { characters: 400_000, lines: 12_000 },
  };
  const lineOf = (text: string) => [[{ text, bbox: null }]];
  const longPage = (lines: number, text: string) => ({
    number: 1,
    part: null,
    isAttachment: false,
    size: null,
    lines: Array.from({ length: lines }, () => lineOf(text)),
  });

  test.each([
    ["lines", longPage(12_000, "a"), "a"],
    ["characters", longPage(4_000, "a".repeat(100)), "a"],
  ])("has a finding if it exceeds the limit of %s", (_, page, more) => {
    const whole = judge(judgeInput([page]));
    expect(whole.findings).not.toContainEqual(NOT_JUDGED);
    const longer = { ...page, number: 2, lines: [lineOf(more)] };
    expect(judge(judgeInput([page, longer])).findings).toContainEqual(NOT_JUDGED);
  });
});
