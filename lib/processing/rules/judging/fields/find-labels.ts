import type { FieldType } from "../judgement";
import { LEGAL_FORM } from "../parties/party-name";
import type { Stretch } from "../text/document-text";
import type { CompiledRule } from "./compile-rule";

/** Words that announce a field's value. */
export interface Label<Place extends Stretch = Stretch> {
  readonly stretch: Place;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly strength: number;
  /** The share of the piece that the label takes up: a label alone in its cell points to its neighbours. */
  readonly cover: number;
}

const LABELS_MAX = 400;
const MATCHES_IN_PIECE_MAX = 6;

const A_LEGAL_FORM = new RegExp(`^ (?:${LEGAL_FORM})(?![\\p{L}\\d])`, "u");
/**
 * Words that may follow a label without changing its meaning: "Jahresbeitrag inkl. Versicherungsteuer", "Miete (EUR)".
 */
const QUALIFIER =
  /^(?: ?\([^)]{0,40}\))?(?: in (?:€|EUR|Euro|GBP|£|USD))?(?: ?(?:inkl|incl|einschl|including)\b[^\d]{0,50}$)?/iu;
/** Whether values of a type are plain words, which occur everywhere in sentences. */
export const isWordy = (type: FieldType) => type === "text" || type === "party";

/** Finds the labels of a field, and how strongly each one indicates the field. */
export function findLabels<Place extends Stretch>(
  stretches: readonly Place[],
  rule: CompiledRule,
  type: FieldType,
): Label<Place>[] {
  const labels: Label<Place>[] = [];
  for (const stretch of stretches) {
    for (const [pattern, strength] of rule.labels) {
      let count = 0;
      for (const match of stretch.text.matchAll(pattern)) {
        count += 1;
        if (count > MATCHES_IN_PIECE_MAX || labels.length > LABELS_MAX) break;
        const label = toLabel(stretch, match, strength, rule, type);
        if (label !== null) labels.push(label);
      }
    }
  }
  return labels;
}

function toLabel<Place extends Stretch>(
  stretch: Place,
  match: RegExpMatchArray,
  strength: number,
  rule: CompiledRule,
  type: FieldType,
): Label<Place> | null {
  const start = match.index ?? 0;
  const text = match[0];
  const end = start + text.length;
  if (isWordy(type) && !standsAsLabel(stretch.text, start, end)) return null;
  const whole = stretch.text.replace(/[:.\s]+$/u, "").length;
  const long = text.length + (QUALIFIER.exec(stretch.text.slice(end))?.[0].length ?? 0);
  const factor = contradictionFactor(stretch.text, start, end, strength, rule.unless);
  return {
    stretch,
    text,
    start,
    end,
    strength: strength * factor,
    cover: long / Math.max(long, whole),
  };
}

/**
 * Whether the words are used as a label: at the start of the line or after a separator, and followed by a colon, a value
 * or nothing.
 */
function standsAsLabel(text: string, start: number, end: number): boolean {
  const isFirst = start <= 6 && /^[\s\d.()•*–-]*$/u.test(text.slice(0, start));
  if (!isFirst && !/[|;·:] ?[^|;·:]{0,60} $/u.test(text.slice(Math.max(0, start - 64), start)))
    return false;
  const after = text.slice(end);
  // "Lieferant GmbH" is a name, not a label.
  if (A_LEGAL_FORM.test(after)) return false;
  if (/^\s*(?:\([^)]{0,30}\)\s*)?[:|]/u.test(after) || /^\s*$/u.test(after)) return true;
  return start === 0 && /^ ["„]?[\p{Lu}\d]/u.test(after) && text.split(" ").length <= 12;
}

/**
 * Lowers the strength if the words around a label make it the label of something else: "Lieferdatum", "nächste Prüfung".
 */
function contradictionFactor(
  text: string,
  start: number,
  end: number,
  strength: number,
  unless: RegExp | null,
): number {
  if (unless === null) return 1;
  const label = text.slice(start, end);
  const before =
    text
      .slice(Math.max(0, start - 20), start)
      .split(/[.;:,|]/u)
      .at(-1) ?? "";
  const after = text.slice(end, end + 10).split(/[\d.;:,|]/u)[0] ?? "";
  const around = `${before}${label.length > 8 ? "·" : label}${after}`;
  if (!unless.test(around)) return 1;
  return strength < 2.5 ? 0.2 : 0.5;
}
