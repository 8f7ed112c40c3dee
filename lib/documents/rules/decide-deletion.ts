import type { Actor } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import { findMove, LIFECYCLE, type Move, mayMake, STATUS, type Status, statusName } from "./status";

/** The effect of a deletion on a document: a cancelled upload, a deleted document, or no change. */
export type DeletionDecision =
  | { readonly kind: "cancel" | "delete"; readonly move: Move }
  | { readonly kind: "repeat" };

/**
 * Rejects an actor that can never delete anything, before anything is loaded. The returned function decides what a
 * deletion means for a document at a status, by the table in `status.ts` (decision 0022).
 * @returns a function from a status to a decision; it throws `missing-scope` if other actors can make that move,
 * `invalid-transition` if nobody can
 * @throws DomainError `missing-scope`
 */
export function decideDeletion(actor: Actor): (current: Status) => DeletionDecision {
  assertMayDelete(actor);
  return (current) => {
    if (current === STATUS.deleted) return { kind: "repeat" };
    const isAwaited = current === STATUS.waitingForUpload;
    const move = findMove(current, isAwaited ? STATUS.uploadFailed : STATUS.deleted);
    if (!move) {
      throw new DomainError(
        "invalid-transition",
        `The document has status ${current} (${statusName(current)}), which is final. It cannot be deleted.`,
      );
    }
    if (!mayMake(move, actor)) throw missingScope(move);
    return { kind: isAwaited ? "cancel" : "delete", move };
  };
}

function assertMayDelete(actor: Actor): void {
  const deletions = LIFECYCLE.moves.filter(({ to }) => to === STATUS.deleted);
  const [first] = deletions;
  if (first && !deletions.some((move) => mayMake(move, actor))) throw missingScope(first);
}

function missingScope({ from, movers }: Move): DomainError {
  const scopes = movers.filter((mover) => mover.includes(":")).join(" or ");
  return new DomainError(
    "missing-scope",
    `To delete a document with status ${from}, a key needs the scope ${scopes}.`,
  );
}
