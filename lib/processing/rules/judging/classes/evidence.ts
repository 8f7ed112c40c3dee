/** Phrases by weight, separated by commas; lower case, with `ss` for `ß`. */
export type Evidence = Readonly<Record<number, string>>;

/** A phrase that is evidence for a class. */
export interface Phrase {
  readonly text: string;
  readonly weight: number;
  /** The number of letters in the phrase. */
  readonly letters: number;
  /**
   * Whether the phrase may be part of a compound, as long single words can: `rechnung` also counts in `schlussrechnung`.
   */
  readonly isCompound: boolean;
}

/** Parses the phrases of written evidence. */
export function toPhrases(evidence: Evidence): Phrase[] {
  return Object.entries(evidence).flatMap(([weight, texts]) =>
    texts.split(", ").map((text) => toPhrase(text, Number(weight))),
  );
}

/** Creates a phrase from an installation's own text, such as a keyword of a class that the installation added. */
export function toPhrase(text: string, weight: number): Phrase {
  const plain = toComparable(text).trim();
  return {
    text: plain,
    weight,
    letters: countLetters(plain),
    isCompound: plain.length >= 7 && /^\p{L}+$/u.test(plain),
  };
}

/**
 * Normalises text for comparison: lower case, `ss` for `ß`, single spaces, plain quotes, no hyphens inside words
 * ("Rechnungs-Nr").
 */
export function toComparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[\u2010-\u2013]/gu, "-")
    .replace(/(?<=\p{L})-(?=\p{L})/gu, "")
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/\s+/gu, " ");
}

/** Counts the letters, a measure of how much the text says. */
export function countLetters(text: string): number {
  return text.replace(/[^\p{L}]/gu, "").length;
}
