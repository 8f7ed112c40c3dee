import type { Changes, ProcessingPolicy } from "@/lib/documents/ports";
import { leaseFrom } from "@/lib/documents/rules/run-start";
import type { Clock } from "@/lib/kernel/ports";
import { shareLook } from "@/lib/kernel/rules/limit-at-once";
import type {
  Backlog,
  ProcessingRuns,
  ProcessingStarts,
  ProcessingStatisticsSource,
} from "../ports";
import { documentFailure } from "../rules/formats/failure-texts";
import { afterLapse, type ProcessingRun } from "../rules/processing-run";
import { proceedBacklog, startRuns, startWaitingRuns } from "./processing-backlog";
import { settle } from "./processing-runs";

/** The dependencies of the watchdog. */
export type WatchPorts = {
  processingRuns: ProcessingRuns;
  processingStarts: ProcessingStarts;
  processing: ProcessingPolicy;
  backlog: Backlog;
  changes: Changes;
  clock: Clock;
};

const RUNS_AT_ONCE_MAX = 100;
/** A run that is still waiting a day after its lease has ended counts as lost, however busy the queue is. */
const QUEUED_SECONDS_MAX = 24 * 60 * 60;
/** Events that the engine may have lost are sent again after this time. */
const REPEAT_AFTER_SECONDS = 60;

/**
 * Checks runs that nobody settles: repairs rows that other versions have left behind, begins the next run for a lapsed
 * run or hands its document to a reviewer, and starts waiting runs. Any number of processes may do this at the same time.
 * @returns counts for the log
 */
export async function watchProcessing(
  ports: WatchPorts,
): Promise<{ repaired: number; restarted: number; failed: number; started: number }> {
  const at = ports.clock.now();
  const leaseUntil = leaseFrom(at, ports.processing.leaseSeconds);
  const choice = await ports.processing.choice();
  const repaired = await ports.processingRuns.repair({
    at,
    leaseUntil,
    choice,
    limit: RUNS_AT_ONCE_MAX,
  });
  const counts = { restarted: 0, failed: 0 };
  for (const run of await listLapsed(ports, at)) {
    const outcome = await handleLapsed(ports, run, choice === "builtin");
    if (outcome !== null) counts[outcome] += 1;
  }
  await proceedBacklog(ports);
  return { repaired, ...counts, started: await startAll(ports) };
}

const listLapsed = (ports: WatchPorts, at: Date) =>
  ports.processingRuns.listLapsed({
    by: at,
    limit: RUNS_AT_ONCE_MAX,
    takenSince: secondsBefore(at, ports.processing.leaseSeconds),
    waitingBy: secondsBefore(at, QUEUED_SECONDS_MAX),
  });

/** Returns null if the run was renewed or settled in the meantime. */
async function handleLapsed(
  ports: WatchPorts,
  run: ProcessingRun,
  isBuiltin: boolean,
): Promise<"restarted" | "failed" | null> {
  const next = afterLapse(run, isBuiltin);
  const at = ports.clock.now();
  if (next === "give-up") {
    const failure = documentFailure("processing-failed");
    const how = { isPrediction: false, onlyLapsedBy: at };
    const result = { reason: "processing-failed", failure, ...how } as const;
    return (await settle(ports, run, result, { kind: "watchdog" })) ? "failed" : null;
  }
  const leaseUntil = isBuiltin ? null : leaseFrom(at, ports.processing.leaseSeconds);
  const isCounted = next === "next-attempt";
  const isRestarted = await ports.processingRuns.restart(run, { at, leaseUntil, isCounted });
  return isRestarted ? "restarted" : null;
}

async function startAll(ports: WatchPorts): Promise<number> {
  const started = await startWaitingRuns(ports);
  if ((await ports.processing.choice()) !== "builtin") return started;
  const by = secondsBefore(ports.clock.now(), REPEAT_AFTER_SECONDS);
  const lost = await ports.processingRuns.listWaiting(by, RUNS_AT_ONCE_MAX);
  await startRuns(ports, lost);
  return started + lost.length;
}

const secondsBefore = (at: Date, seconds: number) => new Date(at.getTime() - seconds * 1000);

/** Whether documents are being processed; `failures` are for the log. */
interface ProcessingHealth {
  /** `late` means that a document has been waiting for the built-in processor for more than an hour. */
  readonly processing: "ok" | "late" | "unknown";
  readonly failures: readonly unknown[];
}

const LATE_AFTER_MS = 60 * 60_000;
const LOOK_SHARED_FOR_MS = 1_000;

/**
 * Creates the check for one process. It returns ok if the built-in processor does not run, because other processors have
 * to be monitored separately. Never rejects; queries the database at most once a second, however many callers there are.
 */
export function createProcessingCheck(ports: {
  processing: ProcessingPolicy;
  processingStatistics: ProcessingStatisticsSource;
  clock: Clock;
}): () => Promise<ProcessingHealth> {
  const nowMs = () => ports.clock.now().getTime();
  const findOldestWaiting = shareLook(() => oldestWaiting(ports), {
    nowMs,
    sharedForMs: LOOK_SHARED_FOR_MS,
  });
  return async () => {
    try {
      const oldest = await findOldestWaiting();
      const isLate = oldest !== null && nowMs() - oldest.getTime() > LATE_AFTER_MS;
      return { processing: isLate ? "late" : "ok", failures: [] };
    } catch (error) {
      return { processing: "unknown", failures: [error] };
    }
  };
}

/** Null if nothing is waiting for the built-in processor. */
async function oldestWaiting({
  processing,
  processingStatistics,
}: Parameters<typeof createProcessingCheck>[0]): Promise<Date | null> {
  if ((await processing.choice()) !== "builtin") return null;
  return (await processingStatistics.measure()).oldestWaitingAt;
}
