import {
  DELETION_REASONS,
  type Deletion,
  type DeletionReason,
} from "@/lib/documents/rules/deletion-reasons";

const LABELS: Readonly<Record<DeletionReason, string>> = {
  "wrong-asset": "Wrong asset",
  unreadable: "Unreadable",
  duplicate: "Duplicate",
  "not-needed": "Not needed",
  other: "Other",
};

/** Text for deleting a document. */
export const DELETION_TEXTS = {
  title: "Why delete this document?",
  /** The reasons to choose from. The last one asks for a note. */
  choices: DELETION_REASONS.map((reason) => ({
    reason,
    label: reason === "other" ? `${LABELS[reason]}…` : LABELS[reason],
  })),
  note: "Comment (optional)",
  requiredNote: "Reason",
  noteHelp: "Other systems can read it in the document’s record.",
  noteMissing: "Enter a reason.",
  undoHelp: "You can undo this for 5 seconds.",
  pendingIn: (seconds: number) => `Deleting in ${seconds} s`,
  undoOf: (name: string) => `Undo the deletion of ${name}`,
} as const;

/** Returns a reason in words; null if there is none. */
export const deletionLabel = (reason: DeletionReason | null): string | null =>
  reason === null ? null : LABELS[reason];

/** Returns why a document was deleted; null if nobody said. */
export function deletionText({ reason, note }: Deletion): string | null {
  const label = deletionLabel(reason);
  return label !== null && note !== null ? `${label}: ${note}` : (label ?? note);
}
