import { judge } from "../rules/judge";
import type { JudgeInput, Judgement } from "../rules/judgement";
import { judgeInput } from "./judge-input";
import { pageOf } from "./page-text";

/** A document as people would draw it, and what is true about it. */
export interface DrawnDocument {
  readonly drawing: string;
  readonly documentClass: string;
  readonly language: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What judging says of a drawn document, in the shape in which a `DrawnDocument` says it; fields that are not expected are left out. */
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

/** The values of these fields; a field that was not found is left out. */
export function valuesOf({ fields }: Judgement, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.filter(({ name }) => names.includes(name)).map(({ name, value }) => [name, value]),
  );
}
