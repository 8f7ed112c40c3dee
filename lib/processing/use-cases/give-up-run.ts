import type { Clock } from "@/lib/kernel/ports/system";
import type { ProcessingRuns } from "../ports/processing-runs";
import type { RunName } from "../rules/processing-run";

/** The engine has given up on a run: its lease ends now, and the next look decides. Harmless for one that is over. */
export async function giveUpRun(
  ports: { processingRuns: ProcessingRuns; clock: Clock },
  run: RunName,
): Promise<void> {
  await ports.processingRuns.renew(run, ports.clock.now());
}
