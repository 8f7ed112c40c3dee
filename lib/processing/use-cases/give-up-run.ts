import type { Clock } from "@/lib/kernel/ports/system";
import type { ProcessingRuns } from "../ports/processing-runs";
import type { RunName } from "../rules/processing-run";

/**
 * Handles a run that the engine has given up on: its lease ends now, and the next check decides what follows. Has no
 * effect on a run that is over.
 */
export async function giveUpRun(
  ports: { processingRuns: ProcessingRuns; clock: Clock },
  run: RunName,
): Promise<void> {
  await ports.processingRuns.renew(run, ports.clock.now());
}
