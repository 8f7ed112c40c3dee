import { LIMITS } from "../limits";

/**
 * Characters that are always dropped: U+0000 and other control characters, lone surrogates, and zero-width characters
 * that would split words.
 */
const DROPPED = /[\p{Cc}\p{Surrogate}\u00AD\u200B\u2060\uFEFF]/gu;
const SIMPLE = /^[\x21-\x7E]*$/;

/** Returns a word in the form that is stored: NFC, without control characters and lone surrogates. May be empty. */
export function cleanWord(text: string): string {
  if (SIMPLE.test(text)) return text;
  return text.replace(DROPPED, "").normalize("NFC");
}

/**
 * Returns the words of the text, in order, each cleaned and at most `LIMITS.wordCharactersMax` characters long; a longer
 * word is cut into pieces.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.matchAll(/\S+/gu)) {
    const word = cleanWord(run);
    if (word !== "") words.push(...cutWord(word));
  }
  return words;
}

/** Cuts a word that is too long into pieces, never between the two halves of a character. */
export function cutWord(word: string): string[] {
  const { wordCharactersMax } = LIMITS;
  if (word.length <= wordCharactersMax) return [word];
  const pieces: string[] = [];
  let start = 0;
  while (start < word.length) {
    let end = Math.min(start + wordCharactersMax, word.length);
    const last = word.charCodeAt(end - 1);
    if (end < word.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
    pieces.push(word.slice(start, end));
    start = end;
  }
  return pieces;
}
