import { describe, expect, test } from "vitest";
import type { Classification } from "@/lib/documents/rules/classification";
import { SHIPPED_CLASSES } from "../shipped-classes";
import {
  type Corrections,
  correctClassification,
  type FieldCorrection,
} from "./correct-classification";

const found = (name: string, value: string) => ({
  name,
  value,
  score: 0.6,
  page: 2,
  text: `read: ${value}`,
  method: "label",
});

const READ: Classification = {
  documentClass: "invoice",
  score: 0.7,
  language: "en",
  pages: 2,
  processor: "test/1",
  fields: [found("issuer", "Nord KG"), found("totalAmount", "18.00"), found("currency", "GBP")],
  findings: [
    { code: "required-field-missing", parameters: { field: "invoiceNumber" } },
    { code: "pages-not-read", parameters: { from: 2 } },
  ],
};

const set = (name: string, value: string, occurrence = 0): FieldCorrection => ({
  name,
  occurrence,
  change: { kind: "set", value, page: null, text: null },
});
const change = (name: string, kind: "clear" | "absent", occurrence = 0): FieldCorrection => ({
  name,
  occurrence,
  change: { kind },
});

const correct = (
  corrections: Partial<Corrections>,
  before: Classification | null = READ,
  setBy = "reviewer:1",
) =>
  correctClassification(
    before,
    { fields: [], ...corrections },
    { setBy, classes: SHIPPED_CLASSES },
  );
const fieldIn = ({ fields }: Classification, name: string) =>
  fields.filter((field) => field.name === name);
const problemsOf = (corrections: Partial<Corrections>) => {
  try {
    correct(corrections);
  } catch (error) {
    return (error as { errors: unknown }).errors;
  }
  return [];
};

describe("setting a value", () => {
  test("keeps who set it and everything that the processor had found", () => {
    const { name: _, ...read } = found("totalAmount", "18.00");
    expect(fieldIn(correct({ fields: [set("totalAmount", "1.800,00")] }), "totalAmount")).toEqual([
      {
        name: "totalAmount",
        value: "1800.00",
        score: 1,
        page: null,
        text: null,
        bbox: null,
        method: "person",
        check: null,
        setBy: "reviewer:1",
        read,
      },
    ]);
  });

  test("keeps the page, the words and the box that the person pointed at", () => {
    const pointed = { page: 1, text: "Total due 1,800.00", bbox: [0.1, 0.2, 0.3, 0.4] as const };
    const field = { ...set("totalAmount", "1,800.00") };
    const corrected = correct({
      fields: [{ ...field, change: { kind: "set", value: "1,800.00", ...pointed } }],
    });
    expect(fieldIn(corrected, "totalAmount")).toMatchObject([pointed]);
  });

  test("leaves every other part of the results unchanged", () => {
    const { fields: _, findings, ...rest } = correct({ fields: [set("totalAmount", "2.00")] });
    const { fields: __, findings: ___, ...before } = READ;
    expect(rest).toEqual(before);
    expect(findings).toEqual(READ.findings);
  });

  test("adds a missing field of the class, and drops the finding about it", () => {
    const corrected = correct({ fields: [set("invoiceNumber", "HE-1")] });
    expect(fieldIn(corrected, "invoiceNumber")).toMatchObject([
      { value: "HE-1", method: "person", read: null },
    ]);
    expect(corrected.findings).toEqual([READ.findings?.[1]]);
  });

  test("to the processor's value restores the field as it was read", () => {
    const corrected = correct({ fields: [set("totalAmount", "2.00")] });
    const restored = correct({ fields: [set("totalAmount", "18.00")] }, corrected, "reviewer:2");
    expect(restored.fields).toEqual(READ.fields);
  });

  test("a second time keeps the processor's value, and the person who set the last one", () => {
    const first = correct({ fields: [set("totalAmount", "2.00")] });
    const second = correct({ fields: [set("totalAmount", "3.00")] }, first, "reviewer:2");
    expect(fieldIn(second, "totalAmount")).toMatchObject([
      { value: "3.00", setBy: "reviewer:2", read: { value: "18.00", score: 0.6 } },
    ]);
  });

  test("to its current value changes nothing", () => {
    expect(correct({ fields: [set("issuer", " Nord  KG ")] }).fields).toEqual(READ.fields);
  });

  test("changes only the named one of several fields with the same name", () => {
    const twice = { ...READ, fields: [found("issuer", "A"), found("issuer", "B")] };
    const { fields } = correct(
      { fields: [change("issuer", "clear"), set("issuer", "C", 1)] },
      twice,
    );
    expect(fields.map(({ value }) => value)).toEqual(["C"]);
  });
});

describe("clearing and stating that a field is not in the document", () => {
  test("clearing removes the value and may be asked for again", () => {
    const corrected = correct({ fields: [change("totalAmount", "clear")] });
    expect(fieldIn(corrected, "totalAmount")).toEqual([]);
    expect(corrected.absentFields).toBeUndefined();
  });

  test("a cleared value of the processor is restored by setting it again, or is kept when another is set", () => {
    const cleared = correct({ fields: [change("totalAmount", "clear")] });
    const restored = correct({ fields: [set("totalAmount", "18.00")] }, cleared, "reviewer:2");
    expect(fieldIn(restored, "totalAmount")).toEqual([found("totalAmount", "18.00")]);
    expect(restored).not.toHaveProperty("clearedFields");
    const { name: _, ...read } = found("totalAmount", "18.00");
    const replaced = correct({ fields: [set("totalAmount", "2.00")] }, cleared, "reviewer:2");
    expect(fieldIn(replaced, "totalAmount")).toMatchObject([{ value: "2.00", read }]);
    const absent = correct({ fields: [change("totalAmount", "absent")] }, cleared, "reviewer:2");
    expect(absent.absentFields).toMatchObject([{ name: "totalAmount", setBy: "reviewer:2", read }]);
    const again = correct({ fields: [change("totalAmount", "clear")] }, absent);
    expect(again.clearedFields).toMatchObject([{ name: "totalAmount", read }]);
  });

  test("a field that its class does not define can be cleared, cleared again, and restored", () => {
    const stray = { ...READ, fields: [found("stray", "X")] };
    const cleared = correct({ fields: [change("stray", "clear")] }, stray);
    expect(correct({ fields: [change("stray", "clear")] }, cleared)).toEqual(cleared);
    expect(correct({ fields: [set("stray", "X")] }, cleared).fields).toEqual(stray.fields);
  });

  test("an absent field is stored with its author and what the processor had found", () => {
    const corrected = correct({
      fields: [change("totalAmount", "absent"), change("dueOn", "absent")],
    });
    expect(fieldIn(corrected, "totalAmount")).toEqual([]);
    expect(corrected.absentFields).toMatchObject([
      { name: "totalAmount", setBy: "reviewer:1", read: { value: "18.00" } },
      { name: "dueOn", setBy: "reviewer:1", read: null },
    ]);
  });

  test("setting the processor's value of an absent field restores it", () => {
    const absent = correct({ fields: [change("currency", "absent")] });
    const restored = correct({ fields: [set("currency", "GBP")] }, absent);
    expect(restored.absentFields).toBeUndefined();
    expect(fieldIn(restored, "currency")).toEqual([found("currency", "GBP")]);
  });

  test("clearing an absent field asks for it again", () => {
    const absent = correct({ fields: [change("dueOn", "absent")] });
    expect(correct({ fields: [change("dueOn", "clear")] }, absent).absentFields).toBeUndefined();
  });
});

describe("choosing a class", () => {
  test("keeps who chose it and the processor's choice, and drops fields that only the old class has", () => {
    const corrected = correct({ documentClass: "utility-statement" });
    expect(corrected).toMatchObject({
      documentClass: "utility-statement",
      score: 1,
      documentClassSetBy: "reviewer:1",
      documentClassRead: { documentClass: "invoice", score: 0.7 },
    });
    expect(corrected.fields.map(({ name }) => name)).toEqual(["totalAmount", "currency"]);
    expect(corrected.findings).toEqual([READ.findings?.[1]]);
  });

  test("keeps, of the fields that are not in the document, only those that the new class has", () => {
    const absent = correct({ fields: [change("issuer", "absent"), change("currency", "absent")] });
    const { absentFields } = correct({ documentClass: "utility-statement" }, absent);
    expect(absentFields?.map(({ name }) => name)).toEqual(["currency"]);
    expect(correct({ documentClass: "lease" }, absent)).not.toHaveProperty("absentFields");
  });

  test("keeps fields that the old class did not define either", () => {
    const own = { ...READ, fields: [found("ownField", "7")] };
    expect(correct({ documentClass: "lease" }, own).fields).toEqual(own.fields);
  });

  test("of the processor again restores its score and names nobody", () => {
    const corrected = correct({ documentClass: "lease" });
    const restored = correct({ documentClass: "invoice" }, corrected, "reviewer:2");
    expect(restored).toMatchObject({ documentClass: "invoice", score: 0.7 });
    expect(restored).not.toHaveProperty("documentClassSetBy");
  });

  test("survives a later correction of a field", () => {
    const corrected = correct({ documentClass: "lease" });
    expect(correct({ fields: [set("tenant", "Ada")] }, corrected, "reviewer:2")).toMatchObject({
      documentClassSetBy: "reviewer:1",
      documentClassRead: { documentClass: "invoice" },
    });
  });

  test("works for a document that nothing was read from", () => {
    expect(correct({ documentClass: "lease", fields: [set("tenant", "Ada")] }, null)).toMatchObject(
      {
        documentClass: "lease",
        processor: "person",
        fields: [{ name: "tenant", value: "Ada", setBy: "reviewer:1", read: null }],
        documentClassSetBy: "reviewer:1",
        documentClassRead: null,
      },
    );
  });
});

describe("corrections that are rejected", () => {
  test("each invalid value is named with its place", () => {
    expect(
      problemsOf({ fields: [set("totalAmount", "much"), set("issuer", "A"), set("other", "1")] }),
    ).toEqual([
      { pointer: "#/corrections/fields/0", detail: expect.stringMatching(/must be an amount/) },
      {
        pointer: "#/corrections/fields/2",
        detail: expect.stringMatching(/not a field of this class/),
      },
    ]);
  });

  test("a class outside the vocabulary cannot be chosen", () => {
    expect(problemsOf({ documentClass: "poem" })).toEqual([
      { pointer: "#/corrections/documentClass", detail: "is not a document class" },
    ]);
  });

  test("there cannot be more than 200 fields", () => {
    const full = { ...READ, fields: Array.from({ length: 200 }, () => found("own", "1")) };
    expect(() => correct({ fields: [set("issuer", "A")] }, full)).toThrow(/more than 200/);
  });
});
