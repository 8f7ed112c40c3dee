import { STATUS, type Status, statusName } from "./status";

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
