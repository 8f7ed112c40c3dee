/**
 * A pattern as the source of a regular expression, and how strongly it indicates the field: 3 if it names the field, 1 if
 * it only hints at it.
 */
export type Clue = readonly [pattern: string, strength: number];

/**
 * How a field is found. Every pattern is case-insensitive and must run in linear time, so nested repetitions are not
 * allowed.
 */
export interface FieldRule {
  /** Labels before, above or to the left of the value. */
  readonly labels?: readonly Clue[];
  /** Words that, next to a label, make it the label of something else. */
  readonly unless?: string;
  /** Sentences that contain the value as the group `value`. */
  readonly phrases?: readonly Clue[];
  /** Set if the label leads to a period, whose start or end is the value. */
  readonly period?: "start" | "end";
  /** Which amount to prefer if several follow one label or are equally good. */
  readonly prefers?: "largest";
  /** The pattern that a value must match. */
  readonly shape?: RegExp;
  /** The kind of party for which the letterhead is searched. */
  readonly letterhead?: "sender" | "recipient" | "authority";
  /** The strength of the first value of this type on the first page, even without a label. */
  readonly firstOnPage?: number;
  /** Whether values of this type are distinctive enough to need no label. */
  readonly isFree?: boolean;
  /** Whether whole numbers next to a strong label count as values. */
  readonly acceptsBare?: boolean;
}

/** The rules for the fields of a class, by field name. */
export type FieldRules = Readonly<Record<string, FieldRule>>;
