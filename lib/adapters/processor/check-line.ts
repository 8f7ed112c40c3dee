import type { ProgramLine } from "@/lib/processing/rules/program-protocol";
import type { PageText } from "@/lib/processing/rules/reading/page-text";

type Json = Readonly<Record<string, unknown>>;

/** Returns the line if it is valid, or null if it is not, because a hostile file may have taken over the program. */
export function asProgramLine(line: unknown): ProgramLine | null {
  if (!isObject(line)) return null;
  if ("page" in line) return isPage(line.page) ? { page: line.page } : null;
  if ("end" in line) return isEnd(line.end) ? (line as ProgramLine) : null;
  if ("judgement" in line) return isObject(line.judgement) ? (line as ProgramLine) : null;
  return typeof line.fault === "string" ? { fault: line.fault.slice(0, 300) } : null;
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown, charactersMax: number) =>
  typeof value === "string" &&
  value.length <= charactersMax &&
  value.isWellFormed() &&
  !value.includes("\0");

function isPage(page: unknown): page is PageText {
  if (!isObject(page) || !isCount(page.number) || typeof page.isAttachment !== "boolean")
    return false;
  const { part, attachment, size, lines } = page;
  if (attachment !== undefined && !isAttachment(attachment)) return false;
  if (part !== null && !isText(part, 1_000)) return false;
  if (size !== null && !(isObject(size) && isSize(size.width) && isSize(size.height))) return false;
  return isArrayOf(lines, (line) => isArrayOf(line, (segment) => isArrayOf(segment, isWord)));
}

function isAttachment(attachment: unknown): boolean {
  if (!isObject(attachment) || !isText(attachment.name, 1_000)) return false;
  return isCode(attachment.format) && (attachment.stated === null || isStated(attachment.stated));
}

const isSize = (value: unknown) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;
const isArrayOf = (value: unknown, test: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(test);

function isWord(word: unknown): boolean {
  if (!isObject(word) || !isText(word.text, 1_000)) return false;
  const { bbox } = word;
  if (bbox === null) return true;
  return (
    isArrayOf(bbox, (part) => isSize(part) && Number(part) <= 1) && (bbox as unknown[]).length === 4
  );
}

function isEnd(end: unknown): boolean {
  if (!isObject(end) || !isArrayOf(end.findings, isFinding)) return false;
  if (end.kind === "failure") return isCode(end.code) && isParameters(end.parameters);
  const { kind, format, pageCount, nextPage, stated } = end;
  if (kind !== "pages" || !isCode(format) || !isCount(pageCount)) return false;
  return (nextPage === null || isCount(nextPage)) && (stated === null || isStated(stated));
}

const isCode = (value: unknown) =>
  typeof value === "string" && /^[a-z][a-z0-9-]{0,60}$/.test(value);
const isFinding = (value: unknown) =>
  isObject(value) && isCode(value.code) && isParameters(value.parameters);
const isParameters = (value: unknown) =>
  isObject(value) &&
  Object.values(value).every((one) => typeof one === "number" || isText(one, 300));

function isStated(stated: unknown): boolean {
  if (!isObject(stated) || !isCode(stated.documentClass) || !isCode(stated.source)) return false;
  return isArrayOf(
    stated.values,
    (value) =>
      isObject(value) &&
      isText(value.field, 100) &&
      isText(value.value, 1_000) &&
      isText(value.text, 20_000),
  );
}
