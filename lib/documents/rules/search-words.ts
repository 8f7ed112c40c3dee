/** Words shorter than this must match exactly. */
const MISSPELT_LENGTH_MIN = 4;

/** Words shorter than this begin too many others to be looked up. */
const LONG_LENGTH_MIN = 3;

/** Returns whether the cockpit looks up a folded word in values and text. */
export const isLongWord = (word: string): boolean => [...word].length >= LONG_LENGTH_MIN;

/** Returns whether the cockpit searches values and text, besides names, for this text: if it has a long word. */
export const isOfWords = (text: string): boolean => foldedWords(text).some(isLongWord);

/** Returns the words of a text without case, accents and ligatures, as the SQL function `search_words` does. */
export const foldedWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the folded words of a text, and their spellings with `ae`, `oe` and `ue` for umlauts. */
export const wordsOf = (text: string): readonly string[] => [
  ...foldedWords(text),
  ...foldedWords(text.toLowerCase().replaceAll(/[äöü]/g, (umlaut) => `${umlaut}e`)),
];

/** Returns whether two folded words match after removing at most one letter from each. */
export function isMisspelt(candidate: string, word: string): boolean {
  const spellings = new Set(spellingsOf(candidate));
  return spellingsOf(word).some((spelling) => spellings.has(spelling));
}

function spellingsOf(word: string): readonly string[] {
  if (word.length < MISSPELT_LENGTH_MIN || /\d/.test(word)) return [];
  return [word, ...Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1))];
}
