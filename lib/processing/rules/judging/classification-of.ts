import type { Classification } from "@/lib/documents/rules/classification";
import { STATUS } from "@/lib/documents/rules/status";
import type { JudgedText, Judgement } from "./judgement";

/** The maximum number of fields, as in records and in fields sent through the API. */
const FIELDS_MAX = 200;
const CHARACTERS_MAX = 4000;

/** Converts a judgement to the classification in a document's record. */
export function classificationOf(
  judgement: Judgement,
  { pages, processor }: { readonly pages: number; readonly processor: string },
): Classification {
  const { attachments } = judgement;
  return {
    ...textOf(judgement, pages),
    processor,
    decision: { status: STATUS.waitingForReview, reasons: ["automatic-approval-off"] },
    ...(attachments.length === 0
      ? {}
      : { attachments: attachments.map((one) => ({ name: one.name, ...textOf(one, one.pages) })) }),
  };
}

function textOf(judged: JudgedText, pages: number) {
  const { documentClass, score, language, alternatives, findings, fields } = judged;
  return {
    documentClass,
    score,
    language,
    pages: pages > 0 ? pages : null,
    fields: fields.slice(0, FIELDS_MAX).map((field) => ({
      ...field,
      value: shortened(field.value),
      text: field.text === null ? null : shortened(field.text),
    })),
    alternatives,
    findings,
  };
}

const shortened = (text: string) =>
  text.length <= CHARACTERS_MAX ? text : [...text].slice(0, CHARACTERS_MAX).join("");
