import { type Actor, includesRole, isPerson } from "@/lib/kernel/rules/actor";
import { leadsSomewhere } from "./decide-report";
import type { ProcessorChoice } from "./run-start";
import type { StagedDocument } from "./staged-document";
import {
  ERASABLE_STATUSES,
  isFinal,
  isMovableToAsset,
  LIFECYCLE,
  MOVABLE_STATUSES,
  type Move,
  mayMake,
  STATUS,
  type Status,
} from "./status";

/** The actions that people can take on a document; all but the last two are moves in the table. */
export const DOCUMENT_ACTIONS = [
  "check-upload",
  "accept",
  "approve",
  "process-again",
  "delete",
  "cancel",
  "move",
  "erase",
] as const;

/** One of `DOCUMENT_ACTIONS`. */
export type DocumentAction = (typeof DOCUMENT_ACTIONS)[number];
type MoveAction = Exclude<DocumentAction, "move" | "erase">;

/** Why an action is not available now. */
export type ActionRefusal =
  /** The document allows it, but the role does not. */
  | "role"
  /** There is no processor. */
  | "no-processor"
  /** The status is final. */
  | "final"
  /** The action is available only in other statuses. */
  | "status"
  /** The content has already been erased. */
  | "erased";

/** An action and whether it is available. */
export interface OfferedAction {
  readonly action: DocumentAction;
  /** null if the action is available. */
  readonly refusal: ActionRefusal | null;
  /** The statuses in which the action is available. */
  readonly statuses: readonly Status[];
}

const { waitingForUpload, uploadSuccessful, processing, waitingForReview } = STATUS;
const { approved, uploadFailed, deleted } = STATUS;

/** Returns the action that a move between two statuses belongs to; null if there is none. */
export function actionOf({ from, to }: Pick<Move, "from" | "to">): MoveAction | null {
  if (to === deleted) return "delete";
  if (from === waitingForUpload && to === uploadSuccessful) return "check-upload";
  if (from === waitingForUpload && to === uploadFailed) return "cancel";
  if (from === uploadSuccessful && to === approved) return "accept";
  if (from === waitingForReview && to === approved) return "approve";
  if (from === waitingForReview && to === processing) return "process-again";
  return null;
}

/**
 * Returns every action in a fixed order, and states whether the table, the role and the processor allow it now and, if
 * not, why.
 */
export function documentActions(
  { status, file }: Pick<StagedDocument, "status" | "file">,
  actor: Actor,
  choice: ProcessorChoice,
): readonly OfferedAction[] {
  return DOCUMENT_ACTIONS.map((action) => {
    if (action === "erase") {
      const refusal = eraseRefusal(status, file, actor);
      return { action, refusal, statuses: ERASABLE_STATUSES };
    }
    if (action === "move") {
      const refusal = moveRefusal(status, actor);
      return { action, refusal, statuses: MOVABLE_STATUSES };
    }
    const moves = LIFECYCLE.moves.filter((move) => actionOf(move) === action);
    const statuses = moves.flatMap(({ from }) => (from === null ? [] : [from]));
    const move = moves.find(({ from }) => from === status);
    const refusal = move ? refusalOf(move, actor, choice) : wrongStatus(status);
    return { action, refusal, statuses };
  });
}

/**
 * Returns how this actor can correct the results of the document now: together with the approval, at once, or, if null,
 * not at all. A document that a processor will still read cannot be corrected.
 */
export function correctionTimeOf(
  { status, file }: Pick<StagedDocument, "status" | "file">,
  actor: Actor,
  choice: ProcessorChoice,
): "with-approval" | "at-once" | null {
  if (!isPerson(actor) || !includesRole(actor.kind, "reviewer")) return null;
  if (!file || file.erasedAt) return null;
  if (status === approved) return "at-once";
  const isReview =
    status === waitingForReview || (status === uploadSuccessful && choice === "none");
  return isReview ? "with-approval" : null;
}

function refusalOf(move: Move, actor: Actor, choice: ProcessorChoice): ActionRefusal | null {
  if (!mayMake(move, actor)) return "role";
  return leadsSomewhere(move, choice) ? null : "no-processor";
}

const wrongStatus = (status: Status): ActionRefusal => (isFinal(status) ? "final" : "status");

function moveRefusal(status: Status, actor: Actor): ActionRefusal | null {
  if (!isMovableToAsset(status)) return wrongStatus(status);
  return isPerson(actor) && includesRole(actor.kind, "reviewer") ? null : "role";
}

function eraseRefusal(
  status: Status,
  file: StagedDocument["file"],
  actor: Actor,
): ActionRefusal | null {
  if (!ERASABLE_STATUSES.includes(status) || !file) return "status";
  if (file.erasedAt) return "erased";
  return actor.kind === "administrator" ? null : "role";
}
