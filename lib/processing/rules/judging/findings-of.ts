import type { FindingCode } from "../reading/finding-codes";
import type { Finding } from "../reading/reading";
import type { DocumentClass, JudgedField, JudgeInput } from "./judgement";

/** Creates a finding with a known code, as a document stores it. */
const made = (code: FindingCode, field: string): Finding => ({ code, parameters: { field } });

/**
 * Returns the findings of classification: missing required fields and values whose check failed, then a stated total that
 * the pages do not show.
 */
export function findingsOf(
  fields: readonly JudgedField[],
  documentClass: DocumentClass | undefined,
  { pages, stated, format }: Pick<JudgeInput, "pages" | "stated" | "format">,
): Finding[] {
  const missing = (documentClass?.fields ?? [])
    .filter(({ name, isRequired }) => isRequired && !fields.some((field) => field.name === name))
    .map(({ name }) => made("required-field-missing", name));
  const failed = fields
    .filter(({ check }) => check === "failed")
    .map(({ name }) => made("field-check-failed", name));
  return [...missing, ...failed, ...unprinted(stated, format, pages)];
}

/**
 * Returns a finding if the pages do not show the stated total, because the readers of the XML and of the pages could then
 * pay different sums.
 */
function unprinted(
  stated: JudgeInput["stated"],
  format: JudgeInput["format"],
  pages: JudgeInput["pages"],
): Finding[] {
  const total = stated?.values.find(({ field }) => field === "totalAmount");
  if (total === undefined || format !== "pdf" || pages.length === 0) return [];
  const digits = Number(total.value).toFixed(2).replace(/\D/gu, "").replace(/^0+/u, "");
  const isPrinted = pages.some(({ lines }) =>
    lines.some((line) =>
      line.some((words) => {
        const text = words.map((word) => word.text).join(" ");
        return text.length < 2_000 && text.replace(/[.,\s'’]/gu, "").includes(digits);
      }),
    ),
  );
  return isPrinted ? [] : [made("stated-total-not-printed", "totalAmount")];
}
