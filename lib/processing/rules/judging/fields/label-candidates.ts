import type { FieldType } from "../judgement";
import type { Stretch } from "../text/document-text";
import type { Passage } from "../text/passages";
import type { Candidate, FieldSearch } from "./candidate";
import type { CompiledRule } from "./compile-rule";
import { findLabels, isWordy, type Label } from "./find-labels";
import { neighbourCandidates } from "./neighbour-candidates";
import { valuesBehind } from "./values-behind";

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
