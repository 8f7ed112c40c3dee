/** Phrases by weight, separated by commas; lower case, `ss` for `ß`. */
export type Evidence = Readonly<Record<number, string>>;

/** A phrase that speaks for a class. */
export interface Phrase {
  readonly text: string;
  readonly weight: number;
  /** How many letters it has. */
  readonly letters: number;
  /** A long single word may be a part of a compound: `rechnung` speaks in `schlussrechnung`, too. */
  readonly isCompound: boolean;
}

/** The phrases of written evidence. */
export function toPhrases(evidence: Evidence): Phrase[] {
  return Object.entries(evidence).flatMap(([weight, texts]) =>
    texts.split(", ").map((text) => toPhrase(text, Number(weight))),
  );
}

/** A phrase that an installation gave, such as a keyword of a class of its own. */
export function toPhrase(text: string, weight: number): Phrase {
  const plain = toComparable(text).trim();
  return {
    text: plain,
    weight,
    letters: countLetters(plain),
    isCompound: plain.length >= 7 && /^\p{L}+$/u.test(plain),
  };
}

/** How texts and phrases are compared: lower case, `ss` for `ß`, one space, plain quotes, no hyphens inside words ("Rechnungs-Nr"). */
export function toComparable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[\u2010-\u2013]/gu, "-")
    .replace(/(?<=\p{L})-(?=\p{L})/gu, "")
    .replace(/[\u2018\u2019]/gu, "'")
    .replace(/\s+/gu, " ");
}

/** Letters only: how much a text says. */
export function countLetters(text: string): number {
  return text.replace(/[^\p{L}]/gu, "").length;
}
