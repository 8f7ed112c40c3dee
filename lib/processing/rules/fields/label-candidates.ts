import type { FieldType } from "../judgement";
import type { Piece } from "../text/document-text";
import { findPeriods } from "../values/find-periods";
import type { FoundValue } from "../values/found-value";
import type { Candidate, FieldSearch } from "./candidate";
import type { CompiledRule } from "./compile-rule";
import { findLabels, isWordy, type Label } from "./find-labels";

/** Values beside, below and behind the labels of a field. */
export function labelCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
): Candidate[] {
  return findLabels(search, rule, type).flatMap((label) => {
    const inline = inlineCandidates(search, type, rule, label);
    if (inline.length > 0) return inline;
    return label.cover > 0.45
      ? [
          ...besideCandidates(search, type, rule, label),
          ...belowCandidates(search, type, rule, label),
        ]
      : [];
  });
}

function inlineCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Label,
): Candidate[] {
  const { piece, end } = label;
  const values = valuesBehind(search, type, rule, piece, end);
  const [first] = values;
  if (first === undefined) return [];
  const gap = piece.text.slice(end, first.start);
  const factor = gapFactor(gap, isWordy(type));
  const found: Candidate[] = [
    {
      found: first,
      stretch: piece,
      strength: label.strength * factor,
      label: label.text,
      method: "label",
    },
  ];
  const last = values.at(-1);
  if (rule.prefers === "largest" && last !== undefined && last !== first) {
    found.push({
      found: last,
      stretch: piece,
      strength: label.strength * 0.85,
      label: label.text,
      method: "label",
    });
  }
  return found;
}

function gapFactor(gap: string, isName: boolean): number {
  // Another labelled value stands between.
  if (/\p{L}:\s/u.test(gap.slice(2))) return 0.3;
  if (/[.;]\s+\p{Lu}/u.test(gap)) return 0.4;
  if (gap.length <= 4) return 1.25;
  if (gap.length <= 16) return isName ? 0.9 : 1;
  return gap.length <= 42 ? 0.62 : 0.3;
}

/** Values in a piece from a place on. */
function valuesBehind(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  piece: Piece,
  from: number,
): FoundValue[] {
  const fitting = (value: FoundValue) => rule.shape?.test(value.value) ?? true;
  if (isWordy(type)) {
    const rest = piece.text
      .slice(from)
      .replace(/^\s*\([^)]{0,30}\)/u, (note) => " ".repeat(note.length));
    return search
      .valuesIn(type, { ...piece, text: rest }, false)
      .map((value) => ({ ...value, start: value.start + from, end: value.end + from }))
      .filter(fitting);
  }
  const acceptsBare = rule.acceptsBare === true;
  const period = periodValues(search, rule, piece).filter(({ start }) => start >= from - 1);
  if (period.length > 0) return period;
  return search
    .valuesIn(type, piece, acceptsBare)
    .filter((value) => value.start >= from - 1 && fitting(value));
}

function periodValues(search: FieldSearch, rule: CompiledRule, piece: Piece): FoundValue[] {
  if (rule.period === undefined) return [];
  return findPeriods(piece.text, search.dateOrder).map(({ from, to }) =>
    rule.period === "start" ? from : to,
  );
}

function besideCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Label,
): Candidate[] {
  const isLargest = rule.prefers === "largest";
  const found: Candidate[] = [];
  const pieces = search.neighbours.rightOf(label.piece).slice(0, isLargest ? 4 : 2);
  for (const [index, piece] of pieces.entries()) {
    const values = valuesBehind(search, type, rule, piece, 0);
    const value = isLargest ? values.at(-1) : values[0];
    if (value === undefined) {
      if (isOtherText(piece)) break;
      continue;
    }
    const strength = label.strength * (index === 0 ? 1.18 : 0.85) * (label.cover > 0.8 ? 1 : 0.75);
    found.push({ found: value, stretch: piece, strength, label: label.text, method: "label" });
    if (!isLargest) break;
  }
  return found;
}

/** A neighbour that is more than a unit or a sign belongs to something else, and so does what stands behind it. */
function isOtherText({ text }: Piece): boolean {
  return text.length > 25 || /\p{L}{4,}/u.test(text);
}

function belowCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Label,
): Candidate[] {
  const piece = search.neighbours.below(label.piece);
  if (piece === null) return [];
  const [right] = search.neighbours.rightOf(label.piece);
  const isRow = right !== undefined && valuesBehind(search, type, rule, right, 0).length > 0;
  // Of words anything would do: only where the label ends its line, or heads a column.
  if (isRow && !isHeading(label.piece, right, piece, search)) return [];
  const [value] = valuesBehind(search, type, rule, piece, 0);
  if (value === undefined || (isWordy(type) && /:$|:\s/u.test(piece.text.slice(0, 40)))) return [];
  const strength =
    label.strength * (isAligned(label.piece, piece) ? 1 : 0.7) * (label.cover > 0.8 ? 1 : 0.7);
  return [
    {
      found: value,
      stretch: piece,
      strength: strength * (isWordy(type) ? 0.85 : 1),
      label: label.text,
      method: "label",
    },
  ];
}

/** In the head of a table, the neighbour on the right is a label as well, and has a value below itself. */
function isHeading(label: Piece, right: Piece, below: Piece, search: FieldSearch): boolean {
  const under = search.neighbours.below(right);
  return (
    under !== null &&
    under.line === below.line &&
    !/\d/u.test(right.text) &&
    under !== below &&
    label.line === right.line
  );
}

function isAligned({ place }: Piece, other: Piece): boolean {
  if (place === null || other.place === null) return true;
  return (
    Math.abs(other.place.left - place.left) < 6 || Math.abs(other.place.right - place.right) < 6
  );
}
