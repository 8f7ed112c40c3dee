import type { HistoryEntry } from "@/lib/client/answers";
import { STATUS, type Status } from "@/lib/documents/rules/status";

/**
 * Returns what is wrong with the history of a document that went straight from its creation to `status`, or null if every
 * step occurs once and starts where the previous step ended. Ignores changes that Stagedoor's own processing adds after
 * status 2.
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

/** The actors in a history that move a document during processing. */
const PROCESSING: readonly string[] = ["processor", "watchdog"];
