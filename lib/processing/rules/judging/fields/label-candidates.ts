import type { FieldType } from "../judgement";
import type { Piece, Stretch } from "../text/document-text";
import type { Passage } from "../text/passages";
import { findPeriods } from "../values/find-periods";
import type { FoundValue } from "../values/found-value";
import type { Candidate, FieldSearch } from "./candidate";
import type { CompiledRule } from "./compile-rule";
import { findLabels, isWordy, type Label } from "./find-labels";

/** Finds values next to, below and after the labels of a field. */
export function labelCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
): Candidate[] {
  const beside = findLabels(search.pieces, rule, type).flatMap((label) => {
    const inline = inlineCandidates(search, type, rule, label);
    if (inline.length > 0) return inline;
    return label.cover > 0.45 ? neighbourCandidates(search, type, rule, label) : [];
  });
  return [...beside, ...wrappedCandidates(search, type, rule)];
}

/** Finds values in paragraphs if a line break separates them from their label or splits the label. */
function wrappedCandidates(search: FieldSearch, type: FieldType, rule: CompiledRule): Candidate[] {
  if (isWordy(type)) return [];
  return findLabels(search.paragraphs, rule, type).flatMap((label) =>
    inlineCandidates(search, type, rule, label)
      .filter(({ found }) => isWrapped(label, found.start))
      .map((candidate) => ({ ...candidate, strength: candidate.strength * 0.9 })),
  );
}

function isWrapped({ stretch, start, end }: Label<Passage>, value: number): boolean {
  return value - end <= 30 && stretch.starts.some((line) => line > start && line <= value);
}

function inlineCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Label<Stretch>,
): Candidate[] {
  const { stretch, end } = label;
  const values = valuesBehind(search, type, rule, stretch, end);
  const [first] = values;
  if (first === undefined) return [];
  const gap = stretch.text.slice(end, first.start);
  const factor = gapFactor(gap, isWordy(type));
  const found: Candidate[] = [
    {
      found: first,
      stretch,
      strength: label.strength * factor,
      label: label.text,
      method: "label",
    },
  ];
  const last = values.at(-1);
  if (rule.prefers === "largest" && last !== undefined && last !== first) {
    found.push({
      found: last,
      stretch,
      strength: label.strength * 0.85,
      label: label.text,
      method: "label",
    });
  }
  return found;
}

function gapFactor(gap: string, isName: boolean): number {
  // Another labelled value lies in between.
  if (/\p{L}:\s/u.test(gap.slice(2))) return 0.3;
  if (/[.;]\s+\p{Lu}/u.test(gap)) return 0.4;
  if (gap.length <= 4) return 1.25;
  if (gap.length <= 16) return isName ? 0.9 : 1;
  return gap.length <= 42 ? 0.62 : 0.3;
}

/** Finds values in the cells to the right of a label, and below it. */
function neighbourCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Label<Piece>,
): Candidate[] {
  return [
    ...besideCandidates(search, type, rule, label),
    ...belowCandidates(search, type, rule, label),
  ];
}

function besideCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Label<Piece>,
): Candidate[] {
  const isLargest = rule.prefers === "largest";
  if (isWordy(type) && isTableHead(search, label.stretch)) return [];
  const found: Candidate[] = [];
  const pieces = search.neighbours.rightOf(label.stretch).slice(0, isLargest ? 4 : 2);
  for (const [index, piece] of pieces.entries()) {
    const values = valuesOfCell(search, type, rule, piece);
    const value = isLargest ? values.at(-1) : values[0];
    if (value !== undefined) {
      const strength = label.strength * besideFactor(index, label);
      found.push({ found: value, stretch: piece, strength, label: label.text, method: "label" });
    }
    if (value === undefined ? isOtherText(piece) : !isLargest) break;
  }
  return found;
}

/** Finds the values in a cell. A cell that is the label of something else contains no plain text or names. */
function valuesOfCell(search: FieldSearch, type: FieldType, rule: CompiledRule, piece: Piece) {
  if (isWordy(type) && search.isLabel(piece)) return [];
  return valuesBehind(search, type, rule, piece, 0);
}

function besideFactor(index: number, { cover }: Label<Piece>): number {
  return (index === 0 ? 1.18 : 0.85) * (cover > 0.8 ? 1 : 0.75);
}

/** Whether the label is one of at least three cells without a digit, with cells below each of the first two. */
function isTableHead(search: FieldSearch, label: Piece): boolean {
  const neighbours = search.neighbours.rightOf(label);
  const [right] = neighbours;
  const below = search.neighbours.below(label);
  if (neighbours.length < 2 || right === undefined || below === null) return false;
  return (
    neighbours.every(({ text }) => !/[\d:]/u.test(text)) && isHeading(label, right, below, search)
  );
}

/**
 * Whether a neighbour is more than a unit or a sign. If so, it belongs to something else, and so does everything after
 * it.
 */
function isOtherText({ text }: Piece): boolean {
  return text.length > 25 || /\p{L}{4,}/u.test(text);
}

function belowCandidates(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Label<Piece>,
): Candidate[] {
  const piece = search.neighbours.below(label.stretch);
  if (piece === null) return [];
  const [right] = search.neighbours.rightOf(label.stretch);
  const isRow = right !== undefined && valuesBehind(search, type, rule, right, 0).length > 0;
  if (isRow && !isHeading(label.stretch, right, piece, search)) return [];
  const found = isWordy(type)
    ? wordsBelow(search, type, rule, label.stretch)
    : valueIn(piece, valuesBehind(search, type, rule, piece, 0)[0]);
  if (found === null) return [];
  const strength =
    label.strength *
    (isAligned(label.stretch, found.piece) ? 1 : 0.7) *
    (label.cover > 0.8 ? 1 : 0.7) *
    (isWordy(type) ? 0.9 : 1) *
    // The heading of a column of line items is not the label of the total.
    (isRow && rule.prefers === "largest" ? 0.5 : 1);
  return [
    { found: found.value, stretch: found.piece, strength, label: label.text, method: "label" },
  ];
}

/**
 * Finds a value in the lines below: after "Seller:", lines such as "Number: 549910" or "GLN 40123" may precede the name.
 */
function wordsBelow(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  label: Piece,
): { piece: Piece; value: FoundValue } | null {
  for (const piece of search.neighbours.linesBelow(label, type === "party" ? 4 : 1)) {
    const name = type === "party" ? /^name ?:? /iu.exec(piece.text) : null;
    if (
      name === null &&
      (search.isLabel(piece) || /:\s|^\p{L}{2,12}:?\s?\d+$/u.test(piece.text.slice(0, 40)))
    )
      continue;
    const [value] = valuesBehind(search, type, rule, piece, name?.[0].length ?? 0);
    if (value !== undefined) return { piece, value };
    if (name === null && type !== "party") return null;
  }
  return null;
}

function valueIn(piece: Piece, value: FoundValue | undefined) {
  return value === undefined ? null : { piece, value };
}

/** Whether the label is in a table head: the neighbour on the right is also a label and has its own value below. */
function isHeading(label: Piece, right: Piece, below: Piece, search: FieldSearch): boolean {
  const under = search.neighbours.below(right);
  if (under === null || under === below || under.line !== below.line) return false;
  return !/\d/u.test(right.text) && label.line === right.line;
}

function isAligned({ place }: Piece, other: Piece): boolean {
  if (place === null || other.place === null) return true;
  return (
    Math.abs(other.place.left - place.left) < 6 || Math.abs(other.place.right - place.right) < 6
  );
}

/** Returns the values of a field in a stretch, starting at an offset, in order. */
function valuesBehind(
  search: FieldSearch,
  type: FieldType,
  rule: CompiledRule,
  stretch: Stretch,
  from: number,
): FoundValue[] {
  const fitting = (value: FoundValue) => rule.shape?.test(value.value) ?? true;
  if (isWordy(type)) {
    const rest = stretch.text
      .slice(from)
      .replace(/^\s*\([^)]{0,30}\)/u, (note) => " ".repeat(note.length));
    return search
      .valuesIn(type, { ...stretch, text: rest }, false)
      .map((value) => ({ ...value, start: value.start + from, end: value.end + from }))
      .filter(fitting);
  }
  const period = periodValues(search, rule, stretch).filter(({ start }) => start >= from - 1);
  if (period.length > 0) return period;
  return search
    .valuesIn(type, stretch, rule.acceptsBare === true)
    .filter((value) => value.start >= from - 1 && fitting(value));
}

function periodValues(search: FieldSearch, rule: CompiledRule, stretch: Stretch): FoundValue[] {
  if (rule.period === undefined) return [];
  return findPeriods(stretch.text, search.dateOrder).map(({ from, to }) =>
    rule.period === "start" ? from : to,
  );
}
