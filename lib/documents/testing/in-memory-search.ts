import type { StagedDocument } from "../rules/staged-document";

/** Words shorter than this must match exactly. */
const MISSPELT_LENGTH_MIN = 4;

/**
 * Returns whether every search word is a prefix of a word in the name or a value, or matches a word in the name except
 * for one letter.
 */
export function isFoundBy({ name, classification }: StagedDocument, text: string): boolean {
  const values = classification?.fields.map(({ value }) => value) ?? [];
  const inName = wordsOf(name);
  const words = [...inName, ...values.flatMap(wordsOf)];
  const wanted = foldedWords(text);
  if (wanted.length === 0) return false;
  return wanted.every(
    (word) =>
      words.some((candidate) => candidate.startsWith(word)) ||
      inName.some((candidate) => isMisspelt(candidate, word)),
  );
}

const foldedWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Includes the spellings with `ae`, `oe` and `ue` for umlauts. */
const wordsOf = (text: string) => [
  ...foldedWords(text),
  ...foldedWords(text.toLowerCase().replaceAll(/[äöü]/g, (umlaut) => `${umlaut}e`)),
];

/** Returns whether two words match after removing at most one letter from each. */
function isMisspelt(candidate: string, word: string): boolean {
  const spellings = new Set(spellingsOf(candidate));
  return spellingsOf(word).some((spelling) => spellings.has(spelling));
}

function spellingsOf(word: string): readonly string[] {
  if (word.length < MISSPELT_LENGTH_MIN || /\d/.test(word)) return [];
  return [word, ...Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1))];
}
