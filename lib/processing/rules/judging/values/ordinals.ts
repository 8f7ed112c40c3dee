const ENGLISH = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const GERMAN = "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte".split(" ");

/** Ordinal words for 1 to 10, without their German endings. */
export const ORDINAL_WORDS: readonly string[] = [...ENGLISH, ...GERMAN];

/** Returns the number of an ordinal word as digits; null if the word is not one. */
export function ordinalNumber(word: string): string | null {
  const plain = word.toLowerCase();
  const stem = plain.replace(/(?<=te)[rns]$/u, "");
  const index = [ENGLISH, GERMAN]
    .map((words) => words.indexOf(words === GERMAN ? stem : plain))
    .find((found) => found >= 0);
  return index === undefined ? null : String(index + 1);
}
