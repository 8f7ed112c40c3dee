import type { Actor } from "@/lib/kernel/rules/actor";
import type { DeletionReason } from "./deletion-reasons";
import { type ActionRefusal, documentActions } from "./document-actions";
import type { ProcessorChoice } from "./run-start";
import type { StagedDocument } from "./staged-document";
import { STATUS, type Status } from "./status";

/** What can be done to many documents at once (decision 0097). */
export const BULK_ACTIONS = ["approve", "delete", "move", "process-again"] as const;

/** One of `BULK_ACTIONS`. */
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** An action with what a person chose for it. */
export type BulkOrder =
  /** Only documents of this class are approved; null stands for documents without a class. */
  | { readonly action: "approve"; readonly documentClass: string | null }
  | {
      readonly action: "delete";
      readonly reason: DeletionReason;
      readonly note?: string | undefined;
    }
  | { readonly action: "move"; readonly assetIdentifier: string }
  | { readonly action: "process-again" };

/** The most documents in one piece of work. */
export const BULK_DOCUMENTS_MAX = 10_000;

/** How many documents are handled between two checks of the person's session and role. */
export const BULK_BATCH_SIZE = 100;

/** How long work that does not make progress is left alone before it is started again. */
export const BULK_STALLED_MS = 2 * 60_000;

/** How long work that nobody starts is kept. */
const BULK_PREPARED_HOURS = 24;

/** Work that was created at or before this time can no longer be started. */
export const bulkAbandonedBy = (now: Date): Date =>
  new Date(now.getTime() - BULK_PREPARED_HOURS * 3_600_000);

/** How long the results are kept. */
export const BULK_KEPT_DAYS = 30;

/** Why work ended. */
export const BULK_ENDINGS = [
  "finished",
  "cancelled",
  /** The session of the person who started it is over. */
  "session-ended",
  "role-changed",
  "deactivated",
  /** An error of the application itself, which the engine could not overcome by retrying. */
  "failed",
] as const;

/** One of `BULK_ENDINGS`. */
export type BulkEnding = (typeof BULK_ENDINGS)[number];

/** Why a document is left out. */
export type BulkRefusal =
  | ActionRefusal
  /** It has another class than those that are approved. */
  | "other-class"
  /** It has been processed again since it was selected, so nobody has seen its results. */
  | "results-changed"
  | "same-asset";

/** Documents that are alike in everything that decides whether an action is possible. */
export interface BulkGroup {
  readonly status: Status;
  /** The class in the results; null without results. */
  readonly documentClass: string | null;
  readonly count: number;
}

/** What an action would do to the selected documents. */
export interface BulkPreview {
  /** How many documents the action is possible for. */
  readonly possible: number;
  /** These documents by class, the most frequent class first. */
  readonly classes: readonly { readonly documentClass: string | null; readonly count: number }[];
  readonly leftOut: readonly { readonly reason: BulkRefusal; readonly count: number }[];
}

/** By whom, and in which installation, documents are changed. */
export interface BulkContext {
  readonly actor: Actor;
  readonly choice: ProcessorChoice;
}

/**
 * Returns why an action is not possible for a document at a status; null if it is. The table of moves decides. Without
 * a processor, approving includes accepting what was uploaded, as in the review queue.
 */
function actionRefusal(
  action: BulkAction,
  status: Status,
  { actor, choice }: BulkContext,
): ActionRefusal | null {
  const isAccepted =
    action === "approve" && choice === "none" && status === STATUS.uploadSuccessful;
  const single = isAccepted ? "accept" : action;
  const offered = documentActions({ status, file: null }, actor, choice);
  const found = offered.find((each) => each.action === single);
  if (!found) throw new Error(`there is no action ${single}`);
  return found.refusal;
}

/**
 * Returns why an order leaves a document out; null if it does not.
 * @param seenRun the document's latest processing run when it was selected
 */
export function bulkRefusal(
  order: BulkOrder,
  document: Pick<StagedDocument, "status" | "assetIdentifier" | "classification" | "processingRun">,
  context: BulkContext & { readonly seenRun: number | null },
): BulkRefusal | null {
  const refusal = actionRefusal(order.action, document.status, context);
  if (refusal) return refusal;
  if (order.action === "move") {
    return order.assetIdentifier === document.assetIdentifier ? "same-asset" : null;
  }
  if (order.action === "delete") return null;
  if (document.processingRun !== context.seenRun) return "results-changed";
  const documentClass = document.classification?.documentClass ?? null;
  const isOther = order.action === "approve" && order.documentClass !== documentClass;
  return isOther ? "other-class" : null;
}

/** Returns what an action would do to these documents now. */
export function bulkPreview(
  action: BulkAction,
  groups: readonly BulkGroup[],
  context: BulkContext,
): BulkPreview {
  const classes = new Map<string | null, number>();
  const leftOut = new Map<BulkRefusal, number>();
  let possible = 0;
  for (const { status, documentClass, count } of groups) {
    const refusal = actionRefusal(action, status, context);
    if (refusal) add(leftOut, refusal, count);
    else {
      possible += count;
      add(classes, documentClass, count);
    }
  }
  return {
    possible,
    classes: [...classes]
      .map(([documentClass, count]) => ({ documentClass, count }))
      .toSorted((a, b) => b.count - a.count),
    leftOut: [...leftOut].map(([reason, count]) => ({ reason, count })),
  };
}

const add = <Key>(counts: Map<Key, number>, key: Key, count: number) =>
  void counts.set(key, (counts.get(key) ?? 0) + count);
