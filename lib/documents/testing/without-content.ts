import type { StagedDocument } from "../rules/staged-document";
import type { InMemoryHistory } from "./in-memory-history";

/**
 * Returns a document as the trigger `erase_content` leaves it; the message of a failure remains if the sweeper wrote it.
 */
export function withoutContent(
  document: StagedDocument,
  history: InMemoryHistory,
  at: Date,
): StagedDocument {
  const { file, failure, deletion } = document;
  const isOwnMessage = history
    .of(document.uuid)
    .some(({ actor, currentStatus }) => actor === "sweeper" && currentStatus === document.status);
  const message = "The reason was erased together with the file.";
  return {
    ...document,
    file: file && { ...file, erasedAt: at },
    classification: null,
    deletion: deletion && { ...deletion, note: null },
    failure: failure && !isOwnMessage ? { code: failure.code, message } : failure,
  };
}
