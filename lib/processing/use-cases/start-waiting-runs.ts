import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import { leaseFrom } from "@/lib/documents/rules/run-start";
import type { Clock } from "@/lib/kernel/ports/system";
import type { ProcessingRuns } from "../ports/processing-runs";
import type { ProcessingStarts } from "../ports/processing-starts";
import type { RunName } from "../rules/processing-run";

type StartPorts = {
  processingRuns: ProcessingRuns;
  processingStarts: ProcessingStarts;
  processing: ProcessingPolicy;
  clock: Clock;
};

const RUNS_AT_ONCE_MAX = 100;
/** Limits one pass to twenty thousand documents; the next pass handles the remaining documents. */
const PAGES_MAX = 200;

/**
 * Asks the engine to start every waiting run that it has not been asked to start yet. Asking twice is harmless, so two
 * processes may do this at the same time.
 * @returns the number of runs requested; 0 if the built-in processor does not run
 * @throws DomainError `engine-unavailable`, `database-unavailable`
 */
export async function startWaitingRuns(ports: StartPorts): Promise<number> {
  if ((await ports.processing.choice()) !== "builtin") return 0;
  let count = 0;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const runs = await ports.processingRuns.listWaiting(null, RUNS_AT_ONCE_MAX);
    await startRuns(ports, runs);
    count += runs.length;
    if (runs.length < RUNS_AT_ONCE_MAX) break;
  }
  return count;
}

/** Asks the engine to begin these runs, and records that it was asked. */
export async function startRuns(ports: StartPorts, runs: readonly RunName[]): Promise<void> {
  if (runs.length === 0) return;
  await ports.processingStarts.start(runs);
  const at = ports.clock.now();
  const leaseUntil = leaseFrom(at, ports.processing.leaseSeconds);
  await ports.processingRuns.markRequested(runs, { at, leaseUntil });
}
