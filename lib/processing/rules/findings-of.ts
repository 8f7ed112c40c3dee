import type { FindingCode } from "./finding-codes";
import type { DocumentClass, JudgedField, JudgeInput } from "./judgement";
import type { Finding } from "./reading";

/** One of the findings that are known, as a document keeps it. */
const made = (code: FindingCode, field: string): Finding => ({ code, parameters: { field } });

/** What judging noticed: required fields that are missing, values whose check failed, dates that can be read in two ways. */
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

/** A file whose XML states another total than its pages show could have two readers pay two different sums. */
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
