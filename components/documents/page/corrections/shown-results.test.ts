import { describe, expect, test } from "vitest";
import type { PageClassification, PageField } from "@/lib/http/documents/document-page-schemas";
import {
  countCorrections,
  type Draft,
  fieldKey,
  NO_CORRECTIONS,
  shownResults,
  toBody,
} from "./shown-results";

const field = (name: string, value: string): PageField => ({
  name,
  label: name.toUpperCase(),
  type: "text",
  value,
  score: 0.6,
  page: 1,
  text: null,
  bbox: null,
  check: null,
  setBy: null,
  read: null,
});
const inClass = (name: string, isRequired = false) => ({
  name,
  label: name.toUpperCase(),
  type: "text" as const,
  isRequired,
});
const SAVED: PageClassification = {
  documentClass: "invoice",
  label: "Invoice",
  score: 0.7,
  alternatives: [],
  language: null,
  pages: 1,
  findings: [],
  processor: "test/1",
  attachments: [],
  classSetBy: null,
  classRead: null,
  fields: [field("issuer", "A"), field("issuer", "B"), field("own", "C")],
  absent: [{ name: "iban", label: "IBAN", type: "iban", setBy: null, read: null }],
  classFields: [inClass("issuer"), inClass("iban"), inClass("due"), inClass("total", true)],
};
const set = (value: string) => ({ kind: "set", value }) as const;
const draftOf = (parts: Partial<Draft>): Draft => ({ ...NO_CORRECTIONS, ...parts });
const namesIn = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe("the results that a page shows with unsaved corrections", () => {
  test("list saved and absent fields, then what the class has besides, required fields first", () => {
    const { fields, missing, dropped } = shownResults(SAVED, NO_CORRECTIONS);
    expect(namesIn(fields)).toEqual(["issuer", "issuer", "own", "iban"]);
    expect(namesIn(missing)).toEqual(["total", "due"]);
    expect(dropped).toEqual([]);
  });

  test("show a change at its field, and an added field among the others", () => {
    const changes = { [fieldKey("issuer", 1)]: set("X"), [fieldKey("due", 0)]: set("Y") };
    const { fields, missing } = shownResults(SAVED, draftOf({ changes }));
    expect(fields.map(({ change }) => change)).toEqual([null, set("X"), null, null, set("Y")]);
    expect(namesIn(missing)).toEqual(["total"]);
  });

  test("drop fields that only the previous class has, and do not send their changes", () => {
    const chosen = { documentClass: "lease", label: "Lease", fields: [inClass("tenant", true)] };
    const changes = { [fieldKey("issuer", 0)]: set("X"), [fieldKey("own", 0)]: set("Z") };
    const draft = draftOf({ chosen, changes });
    const { documentClass, fields, missing, dropped } = shownResults(SAVED, draft);
    expect(documentClass).toMatchObject({ label: "Lease" });
    expect([namesIn(fields), namesIn(missing)]).toEqual([["own"], ["tenant"]]);
    expect(dropped).toEqual(["ISSUER", "ISSUER", "IBAN"]);
    expect(toBody(SAVED, draft)).toEqual({
      documentClass: "lease",
      fields: [{ name: "own", occurrence: 0, change: set("Z") }],
    });
  });

  test("begin with nothing for a document that nothing was read from", () => {
    expect(shownResults(null, NO_CORRECTIONS)).toEqual({
      documentClass: null,
      fields: [],
      missing: [],
      dropped: [],
    });
  });
});

test("no corrections are no body, and each change counts once", () => {
  expect(toBody(SAVED, NO_CORRECTIONS)).toBeUndefined();
  expect(countCorrections(draftOf({ changes: { a: set("1"), b: { kind: "clear" } } }))).toBe(2);
});
