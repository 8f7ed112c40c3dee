import type { PageText } from "./page-text";

/** Far more than anybody searches for, and a tenth of a second of the database. */
export const SEARCHABLE_CHARACTERS_MAX = 256 * 1024;

/**
 * What a document is found by (decision 0048): the beginning of its text in lower case and in Unicode's form NFKC, at most 256 Ki
 * characters. Harmless for the database: nothing in it grows or is sorted for long when it is folded further.
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

/** Before as well as after: sorting a long run of marks is what takes long, and signs become letters with marks. */
const fold = (text: string): string =>
  withoutExcessMarks(withoutExcessMarks(text).normalize("NFKC").toLowerCase());

const withoutExcessMarks = (text: string): string => text.replace(EXCESS_MARKS, "$1");

/** No script has letters with more than eight marks; the two half-width signs become marks by NFKC. */
const EXCESS_MARKS = /([\p{M}\uff9e\uff9f]{8})[\p{M}\uff9e\uff9f]+/gu;
