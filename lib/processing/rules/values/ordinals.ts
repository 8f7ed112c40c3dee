const ENGLISH = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const GERMAN = "erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte".split(" ");

/** Words for 1 to 10 in an order, without their German endings. */
export const ORDINAL_WORDS: readonly string[] = [...ENGLISH, ...GERMAN];

/** The number that such a word stands for, as digits; null: it is none. */
export function ordinalNumber(word: string): string | null {
  const plain = word.toLowerCase();
  const stem = plain.replace(/(?<=te)[rns]$/u, "");
  const index = [ENGLISH, GERMAN]
    .map((words) => words.indexOf(words === GERMAN ? stem : plain))
    .find((found) => found >= 0);
  return index === undefined ? null : String(index + 1);
}
