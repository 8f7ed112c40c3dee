import type { Phrase } from "./evidence";
import type { Zone, Zones } from "./zones";

/** The maximum weight of phrases in paragraphs, because a document that talks about lease contracts need not be one. */
const BODY_MAX = 9;
const OCCURRENCES_MAX = 40;
/** These words after a document's name make it a reference: "Lieferschein-Nr. 4711", "our invoice of 3 May". */
const REFERENCE = /^[\s\-.:]{0,3}(?:nr|no|nummer|number|ref|vom|dated|datum|date|of the|konto)\b/u;
const NUMBERED = /nr|no\b|number|nummer/u;

/** Returns how strongly the phrases support their class. */
export function weighEvidence(zones: Zones, phrases: readonly Phrase[]): number {
  let strong = 0;
  let body = 0;
  for (const phrase of phrases) {
    const { best, count } = weighPhrase(zones, phrase);
    if (count === 0) continue;
    const weight = phrase.weight * best * (1 + 0.12 * Math.min(4, count - 1));
    if (best >= 1) strong += weight;
    else body += weight;
  }
  return strong + Math.min(BODY_MAX, body);
}

function weighPhrase(zones: Zones, phrase: Phrase): { best: number; count: number } {
  let best = 0;
  let count = 0;
  let zone = 0;
  for (
    let at = zones.text.indexOf(phrase.text);
    at >= 0 && count < OCCURRENCES_MAX;
    at = zones.text.indexOf(phrase.text, at + phrase.text.length)
  ) {
    if (!isWord(zones.text, at, phrase)) continue;
    while ((zones.all[zone + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) zone += 1;
    const found = zones.all[zone];
    if (found === undefined) break;
    count += 1;
    best = Math.max(best, factorOf(found, at - found.start, phrase));
  }
  return { best, count };
}

function isWord(text: string, at: number, phrase: Phrase): boolean {
  const before = text[at - 1] ?? " ";
  const end = at + phrase.text.length;
  const after = text[end] ?? " ";
  if (phrase.isCompound) return true;
  if (/[\p{L}\d]/u.test(phrase.text[0] ?? "") && /[\p{L}\d]/u.test(before)) return false;
  if (!/\p{L}/u.test(after)) return !/\d/u.test(after) || !/\d$/u.test(phrase.text);
  if (!/\p{L}$/u.test(phrase.text)) return true;
  // Accepts inflected forms: "mieters", "certificates", "mängeln".
  return /^(?:s|e|n|en|er|es|r|em)(?!\p{L})/u.test(text.slice(end, end + 3));
}

function factorOf(zone: Zone, offset: number, phrase: Phrase): number {
  const cover = phrase.letters / Math.max(phrase.letters, zone.letters);
  const end = offset + phrase.text.length;
  const isReference =
    zone.kind !== "title" &&
    !NUMBERED.test(phrase.text) &&
    REFERENCE.test(zone.text.slice(end, end + 12));
  return baseOf(zone, cover) * (isReference ? 0.45 : 1);
}

function baseOf({ kind }: Zone, cover: number): number {
  if (kind === "title") return cover > 0.3 ? 2.2 : 1.6;
  if (kind === "head") return cover > 0.6 ? 2 : 1;
  return cover > 0.6 ? 0.9 : 0.55;
}
