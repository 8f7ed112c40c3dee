/** A pattern as the source of a regular expression, and how strongly it leads to the field: 3 names it, 1 only hints at it. */
export type Clue = readonly [pattern: string, strength: number];

/** How a field is found. Every pattern is compared without case and must be linear: no repetition inside a repetition. */
export interface FieldRule {
  /** What stands before, above or on the left of the value. */
  readonly labels?: readonly Clue[];
  /** Beside a label, this makes it the label of something else. */
  readonly unless?: string;
  /** Sentences with the value as the group `value`. */
  readonly phrases?: readonly Clue[];
  /** The label leads to a period, whose start or end is the value. */
  readonly period?: "start" | "end";
  /** Of several amounts behind one label, or of equally good ones. */
  readonly prefers?: "largest";
  /** What a text must look like. */
  readonly shape?: RegExp;
  /** Whom the letterhead may name. */
  readonly letterhead?: "sender" | "recipient" | "authority";
  /** The first value of its type on the first page counts this much without any label. */
  readonly firstOnPage?: number;
  /** Values of this type are distinctive and need no label. */
  readonly isFree?: boolean;
  /** Whole numbers count beside a strong label. */
  readonly acceptsBare?: boolean;
}

/** By field of a class. */
export type FieldRules = Readonly<Record<string, FieldRule>>;
