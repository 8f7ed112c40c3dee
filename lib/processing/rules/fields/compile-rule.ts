import type { FieldDefinition } from "../judgement";
import type { Clue, FieldRule } from "./field-rule";

/** A rule whose patterns are compiled. */
export interface CompiledRule extends Omit<FieldRule, "labels" | "phrases" | "unless"> {
  readonly labels: readonly (readonly [RegExp, number])[];
  readonly phrases: readonly (readonly [RegExp, number])[];
  readonly unless: RegExp | null;
}

/** What people call a field leads to it, a little less surely than a label that is known from documents. */
const DEFINED_LABEL_STRENGTH = 2.6;

const compiled = new WeakMap<FieldRule, CompiledRule>();

/** The rule of a shipped field, or the one that the labels of an installation's own field make. */
export function compileRule(
  definition: FieldDefinition,
  rule: FieldRule | undefined,
): CompiledRule {
  if (rule === undefined) return compile({ labels: definedLabels(definition) });
  const known = compiled.get(rule) ?? compile(rule);
  compiled.set(rule, known);
  return known;
}

function definedLabels({ labels }: FieldDefinition): Clue[] {
  return [...new Set([...labels.en, ...labels.de])]
    .filter((label) => label.trim() !== "")
    .map((label) => [escaped(label.trim()), DEFINED_LABEL_STRENGTH]);
}

function escaped(label: string): string {
  return label.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&").replace(/\s+/gu, "\\s+");
}

function compile({ labels = [], phrases = [], unless, ...rest }: FieldRule): CompiledRule {
  return {
    ...rest,
    labels: labels.map(([source, strength]) => [
      new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}])`, "giu"),
      strength,
    ]),
    phrases: phrases.map(([source, strength]) => [new RegExp(inAnyCase(source), "gu"), strength]),
    unless: unless === undefined ? null : new RegExp(`(?<![\\p{L}])(?:${unless})`, "iu"),
  };
}

/**
 * Letters of a pattern in either case, while `\\p{Lu}` goes on to mean a capital: with the flag `i` it would match any letter, and names
 * could not be told from other words.
 */
function inAnyCase(source: string): string {
  const parts = /\\(?:p\{\p{L}+\}|.)|\(\?<\p{L}+>|\[(?:\\.|[^\]\\])*\]|\p{L}|[^\p{L}]/gu;
  return source.replace(parts, (part) =>
    /^\p{L}$/u.test(part) ? `[${part.toLowerCase()}${part.toUpperCase().slice(0, 1)}]` : part,
  );
}
