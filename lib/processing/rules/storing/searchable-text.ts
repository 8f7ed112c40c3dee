import type { PageText } from "../reading/page-text";

/** Far more than anybody searches for. The database needs only a tenth of a second for a text of this length. */
export const SEARCHABLE_CHARACTERS_MAX = 256 * 1024;

/**
 * Returns the searchable text of a document (decision 0048): the beginning of its text in lower case and Unicode
 * normalization form NFKC, at most 256 Ki characters. Safe for the database: further folding neither lengthens the text
 * nor has to sort long runs of marks.
 */
export function searchableText(pages: readonly PageText[]): string {
  const folded: string[] = [];
  let room = SEARCHABLE_CHARACTERS_MAX;
  for (const { lines } of pages) {
    for (const { text } of lines.flat(2)) {
      if (room <= 0) return folded.join(" ");
      const word = fold(text.slice(0, room)).slice(0, room);
      folded.push(word);
      room -= word.length + 1;
    }
  }
  return folded.join(" ");
}

/**
 * Removes excess marks before and after normalising: sorting a long run of marks is slow, and NFKC turns some characters
 * into letters with marks.
 */
const fold = (text: string): string =>
  withoutExcessMarks(withoutExcessMarks(text).normalize("NFKC").toLowerCase());

const withoutExcessMarks = (text: string): string => text.replace(EXCESS_MARKS, "$1");

/** No script has letters with more than eight marks; NFKC turns the two half-width signs into marks. */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu;
