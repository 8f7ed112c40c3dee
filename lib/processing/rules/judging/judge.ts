import { eld } from "eld/small";
import { LIMITS } from "../limits";
import type { AttachmentFacts, PageText, StatedFacts } from "../reading/page-text";
import type { Finding, FindingCode } from "../reading/reading";
import { decideClass } from "./classes/decide-class";
import { extractFields } from "./fields/extract-fields";
import type {
  DocumentClass,
  JudgedAttachment,
  JudgedField,
  JudgedText,
  JudgeInput,
  Judgement,
} from "./judgement";
import { type DocumentText, toDocumentText } from "./text/document-text";

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

const CHARACTERS_MAX = 4_000;
const LETTERS_MIN = 24;

/**
 * Detects the language of a document as a BCP 47 tag such as `de`; null if there is too little text or the result is
 * unreliable.
 */
function detectLanguage({ pages }: DocumentText): string | null {
  let text = "";
  for (const piece of pages.flatMap(({ lines }) => lines.flat())) {
    // Numbers and single characters carry no information about the language and would only dilute the words.
    text += `${piece.words.flatMap((word) => word.text.match(/\p{L}{2,40}/gu) ?? []).join(" ")} `;
    if (text.length > CHARACTERS_MAX) break;
  }
  if (text.replace(/\s/gu, "").length < LETTERS_MIN) return null;
  const result = eld.detect(text.slice(0, CHARACTERS_MAX));
  return result.language !== "" && result.isReliable() ? result.language : null;
}

/** Creates a finding with a known code, as a document stores it. */
const findingOf = (code: FindingCode, field: string): Finding => ({ code, parameters: { field } });

/**
 * Returns the findings of classification: missing required fields and values whose check failed, then a stated total that
 * the pages do not show.
 */
function findingsOf(
  fields: readonly JudgedField[],
  documentClass: DocumentClass | undefined,
  { pages, stated, format }: Pick<JudgeInput, "pages" | "stated" | "format">,
): Finding[] {
  const missing = (documentClass?.fields ?? [])
    .filter(({ name, isRequired }) => isRequired && !fields.some((field) => field.name === name))
    .map(({ name }) => findingOf("required-field-missing", name));
  const failed = fields
    .filter(({ check }) => check === "failed")
    .map(({ name }) => findingOf("field-check-failed", name));
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
  return isPrinted ? [] : [findingOf("stated-total-not-printed", "totalAmount")];
}

/** Replaces values found in the text with the values that the file states in machine-readable form, with score 1. */
function applyStatedFacts(
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
