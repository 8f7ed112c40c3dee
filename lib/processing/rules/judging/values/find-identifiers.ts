import { type FoundValue, foundValue } from "./found-value";

const PART = /^[\p{L}\d][\p{L}\d/_.\-–+*]*$/u;
const DATE = /^(?:\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})$/u;
const AMOUNT = /^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$|^\d+%$/u;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Finds numbers and reference codes: `RE-2024/0815`, `VS 123 456 789`, `63.2-BA-00123/24`; never dates or amounts. */
export function findIdentifiers(text: string): FoundValue[] {
  const tokens = toTokens(text);
  const found: FoundValue[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const length = lengthFrom(tokens, index);
    const first = tokens[index];
    const last = tokens[index + length - 1];
    if (length === 0 || first === undefined || last === undefined) continue;
    found.push(foundValue(text.slice(first.start, last.end), first.start, last.end));
    index += length - 1;
  }
  return found;
}

function toTokens(text: string): Token[] {
  return [...text.matchAll(/[^\s]+/gu)].map((match) => {
    const lead = /^[("'„“#:]*/u.exec(match[0])?.[0].length ?? 0;
    const core = match[0].slice(lead).replace(/[)"'“”,;:.]{1,5}$/u, "");
    return { text: core, start: match.index + lead, end: match.index + lead + core.length };
  });
}

/** Returns how many tokens form an identifier starting here; 0 if none does. */
function lengthFrom(tokens: readonly Token[], index: number): number {
  const first = tokens[index]?.text ?? "";
  const second = tokens[index + 1]?.text ?? "";
  if (isNumbered(first)) return 1 + groupsAfter(tokens, index + 1, first);
  // A short prefix in capitals belongs to the number after it: "VS 4711", "DN 12345", "S 12/3456".
  const isPrefix = /^\p{Lu}{1,4}[.]?$/u.test(first) && isAdjacent(tokens, index);
  if (isPrefix && isNumbered(second)) return 2 + groupsAfter(tokens, index + 2, second);
  return 0;
}

function isNumbered(token: string): boolean {
  return /\d/u.test(token) && PART.test(token) && !DATE.test(token) && !AMOUNT.test(token);
}

function isAdjacent(tokens: readonly Token[], index: number): boolean {
  const current = tokens[index];
  const next = tokens[index + 1];
  return current !== undefined && next !== undefined && next.start - current.end === 1;
}

/** Groups of three to five digits, separated by spaces, are one number. */
function groupsAfter(tokens: readonly Token[], from: number, first: string): number {
  if (!/^[\p{Lu}\d/-]{2,8}$/u.test(first)) return 0;
  let count = 0;
  while (count < 5 && isAdjacent(tokens, from + count - 1)) {
    const token = tokens[from + count]?.text ?? "";
    if (!/^\d{3,5}(?:[/-]\d{1,6})?$/u.test(token) || !/^\D*\d{2,5}$/u.test(first)) break;
    count += 1;
  }
  return count;
}
