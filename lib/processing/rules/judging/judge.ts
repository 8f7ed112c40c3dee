import { LIMITS } from "../limits";
import type { AttachmentFacts } from "../reading/file-facts";
import type { FindingCode } from "../reading/finding-codes";
import type { PageText } from "../reading/page-text";
import type { Finding } from "../reading/reading";
import { decideClass } from "./classes/decide-class";
import { detectLanguage } from "./detect-language";
import { applyStatedFacts } from "./fields/apply-stated-facts";
import { extractFields } from "./fields/extract-fields";
import { findingsOf } from "./findings-of";
import type {
  DocumentClass,
  JudgedAttachment,
  JudgedField,
  JudgedText,
  JudgeInput,
  Judgement,
} from "./judgement";
import { toDocumentText } from "./text/document-text";

/** The maximum number of fields of a document, including those of its attachments. */
const FIELDS_MAX = 200;
const NOT_JUDGED: Finding = {
  code: "text-not-judged" satisfies FindingCode,
  parameters: { characters: LIMITS.judgedCharactersMax, lines: LIMITS.judgedLinesMax },
};
const ATTACHMENTS_NOT_JUDGED: FindingCode = "attachments-not-judged";

/**
 * Classifies a document: returns its class and the next best classes, its language, its fields, its findings, and the same
 * for each attachment of an email. The same input gives the same judgement. The time is bounded for any text, because
 * only the beginning counts (`LIMITS`) and every search is linear.
 */
export function judge(input: JudgeInput): Judgement {
  const whole = judgeText(input);
  const attached = attachmentsIn(input.pages);
  const attachments = judgeAttachments(input, attached, FIELDS_MAX - whole.fields.length);
  const count = attached.length - attachments.length;
  const cut = count > 0 ? [{ code: ATTACHMENTS_NOT_JUDGED, parameters: { count } }] : [];
  return { ...whole, attachments, findings: [...whole.findings, ...cut] };
}

function judgeText(input: JudgeInput): JudgedText {
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

interface Attached {
  readonly facts: AttachmentFacts;
  readonly pages: PageText[];
}

/** Divides the pages of an email among its attachments. An attached email does not include its own attachments. */
function attachmentsIn(pages: readonly PageText[]): Attached[] {
  const found: Attached[] = [];
  for (const page of pages) {
    if (page.attachment) found.push({ facts: page.attachment, pages: [] });
    found.at(-1)?.pages.push(page);
  }
  return found;
}

/** Judges each attachment as if it were a document of its own, in order, until a limit is reached. */
function judgeAttachments(
  input: JudgeInput,
  attached: readonly Attached[],
  fieldsMax: number,
): JudgedAttachment[] {
  const judged: JudgedAttachment[] = [];
  const left = { fields: fieldsMax, characters: LIMITS.judgedCharactersMax };
  for (const one of attached.slice(0, LIMITS.attachmentsMax)) {
    left.characters -= charactersOf(one.pages);
    if (left.characters < 0 && judged.length > 0) break;
    const result = judgeAttachment(input, one);
    left.fields -= result.fields.length;
    if (left.fields < 0) break;
    judged.push(result);
  }
  return judged;
}

function judgeAttachment(input: JudgeInput, { facts, pages }: Attached): JudgedAttachment {
  const { name, format, stated } = facts;
  const firstPage = pages[0]?.number ?? 1;
  const alone = pages.map((page, index) => ({ ...page, number: index + 1, isAttachment: false }));
  const judged = judgeText({
    ...input,
    format,
    stated,
    pages: alone,
    pageCount: pages.length,
    findings: [],
  });
  const fields = judged.fields.map((field) => ({
    ...field,
    page: field.page === null ? null : field.page + firstPage - 1,
  }));
  return { name, pages: pages.length, ...judged, fields };
}

const charactersOf = (pages: readonly PageText[]): number =>
  pages.flatMap(({ lines }) => lines.flat(2)).reduce((sum, { text }) => sum + text.length + 1, 0);

function fieldsOf(
  { knownParties, stated }: JudgeInput,
  documentClass: DocumentClass,
  document: ReturnType<typeof toDocumentText>,
): JudgedField[] {
  const fields = extractFields(document, documentClass, knownParties);
  return applyStatedFacts(fields, documentClass, stated).slice(0, FIELDS_MAX);
}
