import type { Stretch } from "../text/document-text";
import { LEGAL_FORM, type NameSpan } from "./party-name";

const FORM = new RegExp(`(?<![\\p{L}\\d.])(?:${LEGAL_FORM})(?![\\p{L}\\d])`, "gu");
const CONNECTOR = /^(?:&|\+|und|and|of|für|for|der|des|die|the|von|van|de|im|in|am|zur|zum|-)$/u;
const WORDS_MAX = 9;

/** Finds names that end with a legal form, such as `Müller & Söhne GmbH`, in order. */
export function findCompanies(stretch: Stretch): NameSpan[] {
  const found: NameSpan[] = [];
  for (const match of stretch.text.matchAll(FORM)) {
    const end = match.index + match[0].length;
    if (found.some((span) => match.index < span.end)) continue;
    const start = startOf(stretch, match.index);
    if (start !== null) found.push({ start, end });
  }
  return found;
}

/**
 * Returns the start of the name: goes back over capitalised words and connecting words to the start of the sentence or a
 * separator.
 */
function startOf(stretch: Stretch, form: number): number | null {
  const before = stretch.words.filter(({ start }) => start < form).slice(-WORDS_MAX);
  let first: number | null = null;
  for (const word of before.reverse()) {
    if (endsBefore(word.text, first !== null)) break;
    if (isTitle(word.text)) break;
    if (/^[\p{Lu}\d"„“]/u.test(word.text)) first = word.start;
    else if (!CONNECTOR.test(word.text) && !/^[&(]/u.test(word.text)) break;
  }
  return first;
}

/** Whether the name starts after this word. */
function endsBefore(word: string, isBegun: boolean): boolean {
  return /[;:|·•–—)]$|^[|·•–—]/u.test(word) || (isBegun && word.endsWith(","));
}

function isTitle(word: string): boolean {
  return /^(?:Firma|Fa\.|Die|Der|Das|Den|Dem|The|Zwischen|Between|An|To|From|Von|By)$/u.test(word);
}
