import type { StatedFacts } from "../../reading/page-text";
import type { DocumentClass, JudgedField } from "../judgement";

/** Replaces values found in the text with the values that the file states in machine-readable form, with score 1. */
export function applyStatedFacts(
  fields: readonly JudgedField[],
  { fields: definitions }: DocumentClass,
  stated: StatedFacts | null,
): JudgedField[] {
  if (stated === null) return [...fields];
  return definitions.flatMap(({ name }) => {
    const read = fields.find((field) => field.name === name);
    const fact = stated.values.find(({ field }) => field === name);
    if (fact === undefined) return read ?? [];
    const isSame = read !== undefined && isEqual(read.value, fact.value);
    return {
      name,
      value: fact.value,
      score: 1,
      page: isSame ? read.page : null,
      text: fact.text,
      bbox: isSame ? read.bbox : null,
      label: isSame ? read.label : null,
      method: "e-invoice",
      check: isSame ? read.check : null,
    };
  });
}

/** Returns whether two values are equal. Amounts may differ in trailing zeros, names and numbers in case and spaces. */
function isEqual(a: string, b: string): boolean {
  const isNumber = /^-?\d+(?:\.\d+)?$/u;
  if (isNumber.test(a) && isNumber.test(b)) return Math.abs(Number(a) - Number(b)) < 0.005;
  return a.replace(/\s/gu, "").toLowerCase() === b.replace(/\s/gu, "").toLowerCase();
}
