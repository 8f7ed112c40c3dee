import type { ProcessingPolicy } from "@/lib/documents/ports";
import { leaseFrom, type ProcessorChoice } from "@/lib/documents/rules/run-start";
import type { Clock } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import type {
  Backlog,
  ProcessingRuns,
  ProcessingStarts,
  ProcessingStatisticsSource,
} from "../ports";
import type { RunName } from "../rules/processing-run";
import { PACE_WINDOW_MS, readingSecondsLeft, WAITING_COUNT_MAX } from "../rules/reading-forecast";

type BacklogPorts = { backlog: Backlog; processing: ProcessingPolicy };

/** The counts and the state of the backlog, and who processes documents. */
export type BacklogState = Awaited<ReturnType<Backlog["count"]>> & {
  readonly choice: ProcessorChoice;
};

/** Returns the state of the backlog. */
export async function showBacklog(ports: BacklogPorts): Promise<BacklogState> {
  return { ...(await ports.backlog.count()), choice: await ports.processing.choice() };
}

/**
 * Allows the documents in the backlog to be processed in the background, if the built-in processor runs. Safe to repeat.
 * @returns the state before the call
 */
export async function startBacklog(
  ports: BacklogPorts & { clock: Clock },
  author: Author,
): Promise<BacklogState> {
  const state = await showBacklog(ports);
  if (state.choice !== "builtin" || state.documents === 0) return state;
  const at = ports.clock.now();
  const note = { at, author, action: "processing-backlog-started", subject: "processing" } as const;
  await ports.backlog.start(note);
  return state;
}

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

/** The documents that wait to be read, and how long that will take. */
interface ReadingForecast {
  /** The waiting documents of the asset, or all. */
  readonly waitingCount: number;
  /** Whether there are more waiting documents than were counted. */
  readonly isAtLeast: boolean;
  /** In about how many seconds the last of them will be read; null if it is unknown. */
  readonly secondsLeft: number | null;
}

/** Returns how many documents of an asset, or of all if it is null, wait to be read, and about how long that will take. */
export async function forecastReading(
  ports: { processingStatistics: ProcessingStatisticsSource; clock: Clock },
  { assetIdentifier }: { assetIdentifier: string | null },
): Promise<ReadingForecast> {
  const now = ports.clock.now();
  const startsSince = new Date(now.getTime() - PACE_WINDOW_MS);
  const queue = await ports.processingStatistics.readQueue(assetIdentifier, startsSince);
  return {
    waitingCount: queue.waitingCount,
    isAtLeast: queue.waitingCount >= WAITING_COUNT_MAX,
    secondsLeft: queue.waitingCount === 0 ? null : readingSecondsLeft(queue, now),
  };
}
