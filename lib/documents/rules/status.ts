import { type Actor, type Mover, moversOf } from "@/lib/kernel/rules/actor";

/** The status integers of the contract, by name; 7 is reserved and never used (spec 4, decision 0004). */
export const STATUS = {
  waitingForUpload: 1,
  uploadSuccessful: 2,
  processing: 3,
  waitingForReview: 4,
  approved: 5,
  uploadFailed: 6,
  deleted: 8,
} as const;

/** A status that a document can have. */
export type Status = (typeof STATUS)[keyof typeof STATUS];

/** The definition of a status: its name in the API, whether it is final, and its meaning. */
export interface StatusDefinition {
  readonly status: Status;
  readonly statusName: string;
  readonly isFinal: boolean;
  readonly meaning: string;
}

/** An allowed change of status; `from` is null for a document that is being created. */
export interface Move {
  readonly from: Status | null;
  readonly to: Status;
  /** Whether the remote system is notified. */
  readonly isNotified: boolean;
  readonly movers: readonly Mover[];
  readonly when: string;
}

const { uploadSuccessful, processing, waitingForReview } = STATUS;
const { approved, uploadFailed, deleted } = STATUS;

const status = (
  value: Status,
  statusName: string,
  kind: "final" | "passing",
  meaning: string,
): StatusDefinition => ({ status: value, statusName, isFinal: kind === "final", meaning });

const move = (
  from: Status | null,
  to: Status,
  notice: "notified" | "silent",
  movers: readonly Mover[],
  when: string,
): Move => ({ from, to, isNotified: notice === "notified", movers, when });

/** The single definition of a document's lifecycle: only the moves in `moves` are allowed (decision 0004). */
export const LIFECYCLE: {
  readonly statuses: readonly StatusDefinition[];
  readonly moves: readonly Move[];
  /** Reports of an outcome that is already known; the response is the record, and nothing changes. */
  readonly repeats: readonly { readonly report: Status; readonly at: readonly Status[] }[];
} = {
  statuses: [
    status(
      1,
      "waiting_for_upload",
      "passing",
      "The document was created and has a signed upload URL.",
    ),
    status(2, "upload_successful", "passing", "The file is in the object store."),
    status(3, "processing", "passing", "Classification and extraction are running."),
    status(
      4,
      "waiting_for_review",
      "passing",
      "A person must review the results or a processing failure.",
    ),
    status(5, "approved", "final", "Accepted, by review or automatically."),
    status(6, "upload_failed", "final", "The upload failed, was cancelled or expired."),
    status(8, "deleted", "final", "Rejected or deleted."),
  ],
  // biome-ignore format: one move a line, so that the table reads as a table.
  moves: [
    move(null, 1, "notified", ["documents:write", "administrator"], "created"),
    move(1, 2, "notified", ["documents:write", "administrator", "sweeper"], "the file was verified"),
    move(1, 6, "notified", ["documents:write", "administrator", "sweeper"], "reported, cancelled or expired"),
    move(2, 3, "silent", ["documents:process", "processor"], "a processor took the document"),
    move(2, 5, "notified", ["documents:review", "administrator", "processor"], "accepted as it is"),
    move(3, 4, "notified", ["documents:process", "processor", "watchdog"], "results or a failure need review"),
    move(3, 5, "notified", ["documents:process", "processor"], "approved automatically"),
    move(4, 5, "notified", ["documents:review", "administrator"], "the review passed"),
    move(4, 3, "silent", ["documents:review", "administrator"], "process again"),
    move(2, 8, "notified", ["documents:write", "documents:review", "documents:process", "administrator"], "deleted or rejected"),
    move(3, 8, "notified", ["documents:write", "documents:review", "documents:process", "administrator"], "deleted or rejected"),
    move(4, 8, "notified", ["documents:write", "documents:review", "documents:process", "administrator"], "deleted or rejected"),
  ],
  repeats: [
    {
      report: uploadSuccessful,
      at: [uploadSuccessful, processing, waitingForReview, approved, deleted],
    },
    { report: uploadFailed, at: [uploadFailed] },
  ],
};

/** Returns the name of a status in the API, such as `upload_successful`. */
export function statusName(value: Status): string {
  return definitionOf(value).statusName;
}

/** Returns whether this status is final. */
export function isFinal(value: Status): boolean {
  return definitionOf(value).isFinal;
}

/** Returns the move between two statuses, or null if it is not allowed. */
export function findMove(from: Status | null, to: number): Move | null {
  return (
    LIFECYCLE.moves.find((candidate) => candidate.from === from && candidate.to === to) ?? null
  );
}

/** Returns whether the table lets this actor make the move. */
export const mayMake = ({ movers }: Move, actor: Actor): boolean =>
  moversOf(actor).some((mover) => movers.includes(mover));

/** Returns whether an integer from outside, such as from a database column, is a status. */
export function isStatus(value: number): value is Status {
  return LIFECYCLE.statuses.some((candidate) => candidate.status === value);
}

function definitionOf(value: Status): StatusDefinition {
  const found = LIFECYCLE.statuses.find((candidate) => candidate.status === value);
  if (!found) throw new Error(`status ${value} has no definition`);
  return found;
}

/** The statuses in which a document can move to another asset: uploaded and not deleted (decision 0058). */
export const MOVABLE_STATUSES: readonly Status[] = [
  STATUS.uploadSuccessful,
  STATUS.processing,
  STATUS.waitingForReview,
  STATUS.approved,
];

/** Returns whether a document at this status may move to another asset. */
export const isMovableToAsset = (status: Status): boolean => MOVABLE_STATUSES.includes(status);

/** The final statuses, in which nothing needs the content any more (decision 0055). */
export const ERASABLE_STATUSES: readonly Status[] = [
  STATUS.approved,
  STATUS.uploadFailed,
  STATUS.deleted,
];

/** Returns why the content of a document cannot be erased now, and what to do; null if it can. */
export function erasureProblem(status: Status): string | null {
  if (ERASABLE_STATUSES.includes(status)) return null;
  return `The document has status ${status} (${statusName(status)}). Only the content of approved, deleted or failed documents can be erased: delete the document first, then erase its content.`;
}

/** Returns whether the upload of a document ended because somebody cancelled it rather than because something failed. */
export const isCancelled = ({
  status,
  failure,
}: {
  readonly status: number;
  readonly failure: { readonly code: string } | null;
}): boolean => status === STATUS.uploadFailed && failure?.code === "cancelled";
