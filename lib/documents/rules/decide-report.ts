import type { Actor } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { ProcessorChoice } from "./run-start";
import { findMove, LIFECYCLE, type Move, mayMake, STATUS, type Status, statusName } from "./status";

/** The effect of a reported status on a document: a move to make, or an outcome that is already known. */
export type ReportDecision =
  | { readonly kind: "move"; readonly move: Move }
  | { readonly kind: "repeat" };

/**
 * Rejects an integer that this actor can never set, before anything is loaded. The returned function decides what the
 * report means for a document at a status. The table in `status.ts` is the only rule (decision 0004), except that without a
 * processor, nothing can be processed again.
 * @returns a function from a status to a decision; it throws `invalid-transition` if the table does not allow the move
 * from there
 * @throws DomainError `status-not-settable`, or `missing-scope` if this actor can set none at all
 */
export function decideReport(
  reported: number,
  actor: Actor,
): (current: Status, choice?: ProcessorChoice) => ReportDecision {
  assertSettable(reported, actor);
  return (current, choice = "builtin") => {
    if (LIFECYCLE.repeats.some(({ report, at }) => report === reported && at.includes(current))) {
      return { kind: "repeat" };
    }
    const move = findMove(current, reported);
    if (move && mayMake(move, actor) && leadsSomewhere(move, choice)) return { kind: "move", move };
    throw new DomainError("invalid-transition", refusal(current, reported, { actor, choice }));
  };
}

/**
 * Returns whether the move makes sense in this installation. Without a processor, a document that is to be processed
 * again would wait forever.
 */
export const leadsSomewhere = ({ from, to }: Move, choice: ProcessorChoice) =>
  choice !== "none" || from !== STATUS.waitingForReview || to !== STATUS.processing;

function assertSettable(reported: number, actor: Actor): void {
  const settable = settableStatuses(actor);
  if (settable.some((status) => status === reported)) return;
  if (settable.length === 0) {
    throw new DomainError(
      "missing-scope",
      "Your key cannot set any status. To report uploads with 2 or 6, it needs the scope documents:write.",
    );
  }
  throw new DomainError(
    "status-not-settable",
    `You cannot set status ${reported}. You can set ${settable.join(", ")}.`,
  );
}

/** Returns every status to which this actor may move an existing document, ascending. */
function settableStatuses(actor: Actor): readonly Status[] {
  const moves = LIFECYCLE.moves.filter((move) => move.from !== null && mayMake(move, actor));
  return [...new Set(moves.map((move) => move.to))].sort((a, b) => a - b);
}

function refusal(
  current: Status,
  reported: number,
  { actor, choice }: { actor: Actor; choice: ProcessorChoice },
): string {
  const next = LIFECYCLE.moves
    .filter((move) => move.from === current && mayMake(move, actor) && leadsSomewhere(move, choice))
    .map((move) => `${move.to} (${statusName(move.to)})`);
  const ways = next.length === 0 ? "no status can be set now" : `possible now: ${next.join(", ")}`;
  return `The document has status ${current} (${statusName(current)}), so ${reported} is not possible; ${ways}.`;
}

/** A result that does not match the reported status. */
interface ResultProblem {
  readonly property: "classification" | "failure" | "run";
  readonly problem: string;
}

const { processing, waitingForReview, approved, uploadFailed } = STATUS;

/** The reported statuses that accept each result; other statuses accept none. */
const TAKEN_WITH: Record<ResultProblem["property"], readonly number[]> = {
  classification: [waitingForReview, approved],
  failure: [waitingForReview, uploadFailed],
  run: [processing, waitingForReview, approved],
};

/** Returns the problems with the results of a reported status; empty if there are none. */
export function resultProblems(report: {
  readonly status: number;
  readonly classification?: unknown;
  readonly failure?: unknown;
  readonly run?: unknown;
}): readonly ResultProblem[] {
  const { status, classification, failure } = report;
  if (status === waitingForReview && classification === undefined && failure === undefined) {
    const problem = `is missing: status ${status} needs a classification or a failure for the reviewer`;
    return [{ property: "classification", problem }];
  }
  return (["classification", "failure", "run"] as const)
    .filter((property) => report[property] !== undefined)
    .filter((property) => !TAKEN_WITH[property].includes(status))
    .map((property) => ({
      property,
      problem: `is only possible with status ${TAKEN_WITH[property].join(" or ")}`,
    }));
}
