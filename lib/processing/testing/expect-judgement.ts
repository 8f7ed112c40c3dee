import { judge } from "../rules/judging/judge";
import type { JudgeInput, Judgement } from "../rules/judging/judgement";
import { judgeInput } from "./judge-input";
import { pageOf } from "./page-text";

/** A document drawn as text, and its expected results. */
export interface DrawnDocument {
  readonly drawing: string;
  readonly documentClass: string;
  readonly language: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Classifies a drawn document and returns the result in the form of a `DrawnDocument`, leaving out unexpected
 * fields.
 */
export function judgeDrawing(
  { drawing, fields }: DrawnDocument,
  more: Partial<JudgeInput> & { readonly hasBoxes?: boolean } = {},
): Omit<DrawnDocument, "drawing"> {
  const { hasBoxes = true, ...input } = more;
  const judgement = judge(judgeInput([pageOf(drawing, { hasBoxes })], input));
  return {
    documentClass: judgement.documentClass,
    language: judgement.language ?? "",
    fields: valuesOf(judgement, Object.keys(fields)),
  };
}

/** Returns the values of these fields; fields that were not found are omitted. */
export function valuesOf({ fields }: Judgement, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.filter(({ name }) => names.includes(name)).map(({ name, value }) => [name, value]),
  );
}
