import { LIMITS } from "../limits";
import type { FindingCode } from "../reading/finding-codes";
import type { Finding } from "../reading/reading";
import { decideClass } from "./classes/decide-class";
import { detectLanguage } from "./detect-language";
import { applyStatedFacts } from "./fields/apply-stated-facts";
import { extractFields } from "./fields/extract-fields";
import { findingsOf } from "./findings-of";
import type { DocumentClass, JudgedField, JudgeInput, Judgement } from "./judgement";
import { toDocumentText } from "./text/document-text";

const FIELDS_MAX = 200;
const NOT_JUDGED: Finding = {
  code: "text-not-judged" satisfies FindingCode,
  parameters: { characters: LIMITS.judgedCharactersMax, lines: LIMITS.judgedLinesMax },
};

/**
 * Classifies a document: returns its class and the next best classes, its language, its fields and its findings. The same
 * input gives the same judgement. The time is bounded for any text, because only the beginning counts (`LIMITS`) and
 * every search is linear.
 */
export function judge(input: JudgeInput): Judgement {
  const document = toDocumentText(input.pages);
  const decision = decideClass(document, input);
  const documentClass = input.classes.find(({ id }) => id === decision.documentClass);
  const fields = documentClass === undefined ? [] : fieldsOf(input, documentClass, document);
  return {
    ...decision,
    language: detectLanguage(document),
    fields,
    findings: [
      ...input.findings,
      ...(document.isCut ? [NOT_JUDGED] : []),
      ...findingsOf(fields, documentClass, input),
    ],
  };
}

function fieldsOf(
  { knownParties, stated }: JudgeInput,
  documentClass: DocumentClass,
  document: ReturnType<typeof toDocumentText>,
): JudgedField[] {
  const fields = extractFields(document, documentClass, knownParties);
  return applyStatedFacts(fields, documentClass, stated).slice(0, FIELDS_MAX);
}
