import type { KnownParty } from "../judgement";
import type { Stretch } from "../text/document-text";
import { LEGAL_FORM } from "./party-name";

/** A known party, and its position in the document. */
export interface KnownPartyMatch {
  readonly party: KnownParty;
  readonly stretch: Stretch;
  readonly start: number;
  readonly end: number;
  /** Whether the document gives the name with a legal form. */
  readonly isExact: boolean;
}

const PARTIES_MAX = 5_000;
const MATCHES_MAX = 60;
const NAME_LENGTH_MIN = 4;

interface Comparable {
  readonly text: string;
  /** For each character of `text`, its index in the original. */
  readonly at: readonly number[];
}

/** Finds the known parties, regardless of case, umlauts and legal forms. */
export function findKnownParties(
  stretches: readonly Stretch[],
  parties: readonly KnownParty[],
): KnownPartyMatch[] {
  const names = parties
    .slice(0, PARTIES_MAX)
    .map((party) => ({ party, key: nameKey(party.name) }))
    .filter(({ key }) => key.length >= NAME_LENGTH_MIN);
  if (names.length === 0) return [];
  const found: KnownPartyMatch[] = [];
  for (const stretch of stretches) {
    const comparable = toComparable(stretch.text);
    for (const { party, key } of names) {
      if (found.length >= MATCHES_MAX) return found;
      const match = matchIn(stretch, comparable, key);
      if (match !== null) found.push({ party, stretch, ...match });
    }
  }
  return found;
}

/** Returns the same key for names that differ only in case, umlauts, punctuation and legal form. */
export function nameKey(name: string): string {
  const short = name.replace(new RegExp(`[ ,]+(?:${LEGAL_FORM})\\s*$`, "iu"), "");
  return toComparable(short).text.trim();
}

function matchIn(
  stretch: Stretch,
  { text, at }: Comparable,
  key: string,
): Pick<KnownPartyMatch, "start" | "end" | "isExact"> | null {
  for (let index = text.indexOf(key); index >= 0; index = text.indexOf(key, index + 1)) {
    const isWhole = !isWordCharacter(text[index - 1]) && !isWordCharacter(text[index + key.length]);
    if (!isWhole) continue;
    const start = at[index] ?? 0;
    const end = (at[index + key.length - 1] ?? 0) + 1;
    const form = new RegExp(`^,? ?(?:${LEGAL_FORM})(?![\\p{L}\\d])`, "iu").exec(
      stretch.text.slice(end),
    );
    return { start, end: end + (form?.[0].length ?? 0), isExact: form !== null };
  }
  return null;
}

const isWordCharacter = (character: string | undefined) =>
  character !== undefined && /[a-z0-9]/u.test(character);

const LETTERS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

function toComparable(original: string): Comparable {
  let text = "";
  const at: number[] = [];
  for (let index = 0; index < original.length; index += 1) {
    const lower = (original[index] ?? "").toLowerCase();
    const plain =
      LETTERS[lower] ??
      lower
        .normalize("NFD")
        .replace(/[^\p{L}\d&]/gu, " ")
        .slice(0, 1);
    if (plain === " " && (text.endsWith(" ") || text === "")) continue;
    for (const character of plain) {
      text += character;
      at.push(index);
    }
  }
  return { text, at };
}
