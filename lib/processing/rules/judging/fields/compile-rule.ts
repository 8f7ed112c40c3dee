import type { FieldDefinition } from "../judgement";
import type { Clue, FieldRule } from "./field-rule";

/** A rule with compiled patterns. */
export interface CompiledRule extends Omit<FieldRule, "labels" | "phrases" | "unless"> {
  readonly labels: readonly (readonly [RegExp, number])[];
  readonly phrases: readonly (readonly [RegExp, number])[];
  readonly unless: RegExp | null;
}

/** The field's own name counts as a label, but slightly less than a label known from real documents. */
const DEFINED_LABEL_STRENGTH = 2.6;

const compiled = new WeakMap<FieldRule, CompiledRule>();

/** Returns the rule of a shipped field, or a rule made from the labels of an installation's own field. */
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
 * Makes letters match in either case while `\\p{Lu}` still means a capital: with the flag `i` it would match any letter,
 * and names would look like any other word.
 */
function inAnyCase(source: string): string {
  const parts = /\\(?:p\{\p{L}+\}|.)|\(\?<\p{L}+>|\[(?:\\.|[^\]\\])*\]|\p{L}|[^\p{L}]/gu;
  return source.replace(parts, (part) =>
    /^\p{L}$/u.test(part) ? `[${part.toLowerCase()}${part.toUpperCase().slice(0, 1)}]` : part,
  );
}
