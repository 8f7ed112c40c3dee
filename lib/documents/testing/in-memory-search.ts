import type { StagedDocument } from "../rules/staged-document";

/** Words of fewer letters must be right. */
const MISSPELT_LENGTH_MIN = 4;

/** Whether every word asked for begins one of the name or of a value, or is one of the name but for one letter. */
export function isFoundBy({ name, classification }: StagedDocument, asked: string): boolean {
  const values = classification?.fields.map(({ value }) => value) ?? [];
  const inName = wordsOf(name);
  const words = [...inName, ...values.flatMap(wordsOf)];
  const wanted = foldedWords(asked);
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

/** Also with `ae`, `oe` and `ue` for the umlauts. */
const wordsOf = (text: string) => [
  ...foldedWords(text),
  ...foldedWords(text.toLowerCase().replaceAll(/[äöü]/g, (umlaut) => `${umlaut}e`)),
];

/** They share a spelling with at most one letter left out of each. */
function isMisspelt(candidate: string, word: string): boolean {
  const spellings = new Set(spellingsOf(candidate));
  return spellingsOf(word).some((spelling) => spellings.has(spelling));
}

function spellingsOf(word: string): readonly string[] {
  if (word.length < MISSPELT_LENGTH_MIN || /\d/.test(word)) return [];
  return [word, ...Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1))];
}
