import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Backlog } from "../ports/backlog";

/** So few that what comes in now is read after them at the latest. */
const WAITING_MAX = 10;

/**
 * Begins runs for documents from before, the first ones first, when an administrator asked for it and few runs wait.
 * @returns how many; 0 where the built-in processor does not run
 */
export async function proceedBacklog(ports: {
  backlog: Backlog;
  processing: ProcessingPolicy;
  clock: Clock;
}): Promise<number> {
  if ((await ports.processing.choice()) !== "builtin") return 0;
  return ports.backlog.proceed(WAITING_MAX, ports.clock.now());
}
