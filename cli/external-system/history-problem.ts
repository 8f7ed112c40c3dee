import type { HistoryEntry } from "@/lib/client/answers";
import { STATUS, type Status } from "@/lib/documents/rules/status";

/**
 * What is wrong with the history of a document that went straight from its creation to `status`, or null: every step is there
 * once and starts where the previous one ended. Changes that Stagedoor's own processing adds after 2 are ignored.
 */
export function historyProblem(history: readonly HistoryEntry[], status: Status): string | null {
  const { waitingForUpload } = STATUS;
  const wanted = `null→1${status === waitingForUpload ? "" : `, 1→${status}`}`;
  const found = history
    .filter(({ actor }) => !PROCESSING.includes(actor))
    .map(({ previousStatus, currentStatus }) => `${previousStatus}→${currentStatus}`)
    .join(", ");
  return found === wanted ? null : `its history is ${found || "empty"} instead of ${wanted}`;
}

/** The actors that move a document during processing, as named in histories. */
const PROCESSING: readonly string[] = ["processor", "watchdog"];
