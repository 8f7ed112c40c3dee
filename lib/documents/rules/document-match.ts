import { foldedWords, isMisspelt, wordsOf } from "./search-words";
import type { StagedDocument } from "./staged-document";

/** Where a search text can be found, best first. */
export const MATCH_PLACES = ["name", "folder", "values", "text"] as const;

/** A part of an excerpt. */
export interface MatchPart {
  readonly text: string;
  /** Whether the search found this part. */
  readonly isMatch: boolean;
}

/** Where a search text was found, with a short excerpt. */
export interface FoundIn {
  readonly in: (typeof MATCH_PLACES)[number];
  /** Empty if the words were found in text that was not read here. */
  readonly parts: readonly MatchPart[];
}

/** How many characters of an excerpt come before the first match, and how many it has at most. */
const BEFORE_MATCH = 40;
const EXCERPT_CHARACTERS_MAX = 160;

/** A character has at most two code units. What lies farther from the first match is not part of the excerpt. */
const NEAR_UNITS_MAX = 2 * EXCERPT_CHARACTERS_MAX;

/**
 * Returns where a search text was found in a document that a list returned for it. The search decides what is found, this
 * only explains it: a place that contains any of the words is better than none.
 * @param content the beginning of the text of the document; empty if it has not been read
 */
export function explainMatch(
  { name, folder, classification }: StagedDocument,
  searched: string,
  content: string,
): FoundIn {
  const values = classification?.fields.map(({ value }) => value) ?? [];
  const isWord = wordMatcher(foldedWords(searched), false);
  const inName = wordMatcher(foldedWords(searched), true);
  // Functions, because most matches are in the name, and a text is long.
  const candidates: readonly (readonly [FoundIn["in"], () => readonly MatchPart[]])[] = [
    ["name", () => partsOf(name, searched)],
    ["folder", () => partsOf(folder ?? "", searched)],
    ["name", () => wordParts(name, inName)],
    ...values.map((value) => ["values", () => wordParts(value, isWord)] as const),
    ["text", () => wordParts(content, isWord)],
  ];
  for (const [place, read] of candidates) {
    const parts = read();
    if (parts.some(({ isMatch }) => isMatch)) return { in: place, parts: shortened(parts) };
  }
  return { in: "text", parts: [] };
}

/** Returns a text in parts, of which those equal to the search text, ignoring case, are matches. */
function partsOf(text: string, searched: string): readonly MatchPart[] {
  const literal = searched.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return split(text, new RegExp(literal, "giu"), () => true);
}

/** Returns a text in parts, of which the words that the predicate accepts are matches. */
const wordParts = (text: string, isMatch: (word: string) => boolean) =>
  split(text, /[\p{L}\p{N}\p{M}]+/gu, isMatch);

/** Most words of a text have nothing to fold but their case, which is ten times as fast. */
const PLAIN_WORD = /^[a-z0-9]+$/i;

function wordMatcher(searched: readonly string[], mayBeMisspelt: boolean) {
  return (word: string) =>
    (PLAIN_WORD.test(word) ? [word.toLowerCase()] : wordsOf(word)).some((candidate) =>
      searched.some(
        (each) => candidate.startsWith(each) || (mayBeMisspelt && isMisspelt(candidate, each)),
      ),
    );
}

/** Returns the parts up to the end of an excerpt around the first match. */
function split(text: string, pattern: RegExp, isMatch: (found: string) => boolean) {
  const parts: MatchPart[] = [];
  let end = 0;
  let excerptEnd = Number.POSITIVE_INFINITY;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (index > excerptEnd) break;
    if (!isMatch(found)) continue;
    excerptEnd = Math.min(excerptEnd, index + NEAR_UNITS_MAX);
    if (index > end) parts.push({ text: text.slice(end, index), isMatch: false });
    parts.push({ text: found, isMatch: true });
    end = index + found.length;
  }
  const rest = text.slice(end, end + NEAR_UNITS_MAX);
  if (rest !== "") parts.push({ text: rest, isMatch: false });
  return parts;
}

/** Returns the parts around the first match, with at most a short line of text. */
function shortened(parts: readonly MatchPart[]): readonly MatchPart[] {
  const first = parts.findIndex(({ isMatch }) => isMatch);
  const before = [...(parts[first - 1]?.text.slice(-NEAR_UNITS_MAX) ?? "")];
  const lead = before.length > BEFORE_MATCH ? ["…", ...before.slice(-BEFORE_MATCH)] : before;
  const excerpt: MatchPart[] = lead.length > 0 ? [{ text: lead.join(""), isMatch: false }] : [];
  let left = EXCERPT_CHARACTERS_MAX - lead.length;
  for (const { text, isMatch } of parts.slice(first)) {
    const characters = [...text];
    const isCut = characters.length > left;
    excerpt.push({ text: isCut ? `${characters.slice(0, left).join("")}…` : text, isMatch });
    left -= characters.length;
    if (left <= 0) break;
  }
  return excerpt;
}
