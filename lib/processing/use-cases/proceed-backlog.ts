import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Backlog } from "../ports/backlog";

/**
 * The backlog adds no runs while this many are waiting, so that a new document waits for at most this many old documents.
 */
const WAITING_MAX = 10;

/**
 * Begins runs for documents from before processing was set up, the oldest first, if an administrator has asked for it and
 * few runs are waiting.
 * @returns the number of runs begun; 0 if the built-in processor does not run
 */
export async function proceedBacklog(ports: {
  backlog: Backlog;
  processing: ProcessingPolicy;
  clock: Clock;
}): Promise<number> {
  if ((await ports.processing.choice()) !== "builtin") return 0;
  return ports.backlog.proceed(WAITING_MAX, ports.clock.now());
}
