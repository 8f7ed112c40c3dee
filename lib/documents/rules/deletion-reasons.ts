/** The reasons for a deletion that callers can choose from (decision 0091). `other` is explained by a note. */
export const DELETION_REASONS = [
  "wrong-asset",
  "unreadable",
  "duplicate",
  "not-needed",
  "other",
] as const;

/** A reason for a deletion. */
export type DeletionReason = (typeof DELETION_REASONS)[number];

/** The longest note about a deletion, in characters. */
export const DELETION_NOTE_CHARACTERS_MAX = 1_000;

/** Why a document was deleted. */
export interface Deletion {
  /** Null if none was given, as in deletions from before there was a list, or if a later version added it. */
  readonly reason: DeletionReason | null;
  /**
   * What the person who deleted the document wrote about it; null if nothing, if it was erased with the content, or if it
   * was written before records had notes.
   */
  readonly note: string | null;
}

/** Returns whether a person who gives this reason must explain it in a note. */
export const needsNote = (reason: DeletionReason): boolean => reason === "other";

/** Returns the stored reason; null if this version does not know it. */
export const knownReason = (stored: string | null): DeletionReason | null =>
  DELETION_REASONS.find((reason) => reason === stored) ?? null;
