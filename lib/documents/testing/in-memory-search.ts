import { foldedWords, isMisspelt, wordsOf } from "../rules/search-words";
import type { StagedDocument } from "../rules/staged-document";

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
