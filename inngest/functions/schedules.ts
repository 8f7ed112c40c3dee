import { cron, type Inngest, NonRetriableError, StepError } from "inngest";
import type { Logger } from "pino";
import { type HashTurn, hashFiles } from "@/lib/processing/use-cases/hash-files";
import {
  sweepBulkWork,
  sweepIdempotencyKeys,
  sweepReviewClaims,
} from "@/lib/upkeep/use-cases/sweep";
import { type SweepPorts, sweepAwaitedUploads } from "@/lib/upkeep/use-cases/sweep-awaited-uploads";
import { sweepErasableFiles } from "@/lib/upkeep/use-cases/sweep-erasable-files";
import { sweepLeftovers } from "@/lib/upkeep/use-cases/sweep-leftovers";
import type { SweepFailure, SweepWork } from "@/lib/upkeep/use-cases/sweep-pages";
import type { AuditChainer } from "../audit-chainer";
import { faultWithoutContent, safely } from "../fault-without-content";
import type { ProcessingWatch } from "../processing-watch";
import type { Relay } from "../relay";

/** The dependencies of the relay schedule. */
export interface RelayFunctionParts {
  readonly inngest: Inngest;
  readonly relay: Relay;
  readonly auditChainer: Pick<AuditChainer, "runOnce">;
}

/**
 * Creates the function that runs the relay and the audit chainer once a minute, for hosts where no process lives long
 * enough to use its own timers, and for work that a crashed process left behind.
 */
export function createRelayFunction({ inngest, relay, auditChainer }: RelayFunctionParts) {
  return inngest.createFunction(
    { id: "relay", triggers: [{ cron: "* * * * *" }], retries: 3, concurrency: [{ limit: 1 }] },
    async ({ step }) => {
      const relayed = await step.run("relay", () => relay.runOnce());
      return { ...relayed, ...(await step.run("chain-audit", () => auditChainer.runOnce())) };
    },
  );
}

/** The dependencies of the sweep. */
export interface SweepFunctionParts {
  readonly inngest: Inngest;
  readonly ports: SweepPorts;
  readonly logger: Logger;
}

/** Not on the hour, because other schedules run then. */
const EVERY_HOUR = "17 * * * *";

/** The result, which is stored with the run, has at most this many failures; the log has all of them. */
const FAILURES_KEPT_MAX = 100;

type Work = (ports: SweepPorts) => Promise<{ readonly failures: readonly SweepFailure[] }>;

const WORKS = {
  "awaited-uploads": sweepAwaitedUploads,
  leftovers: (ports) => sweepLeftovers(ports, { isWholeStore: false }),
  "erasable-files": sweepErasableFiles,
  "idempotency-keys": sweepIdempotencyKeys,
  "review-claims": sweepReviewClaims,
  "bulk-work": sweepBulkWork,
} satisfies Record<SweepWork, Work>;

/**
 * Creates the hourly sweep with a step for each kind of work (decision 0019). Work that cannot continue because the
 * database or the store is unavailable is retried by the engine and does not stop other work; failures of single objects
 * are logged and left to the next sweep.
 */
export function createSweepFunction({ inngest, ports, logger }: SweepFunctionParts) {
  return inngest.createFunction(
    {
      id: "sweep",
      name: "Sweep",
      triggers: [cron(EVERY_HOUR)],
      concurrency: { limit: 1 },
      retries: 4,
    },
    async ({ step }) => {
      const results: Record<string, unknown> = {};
      const undone: string[] = [];
      for (const [name, work] of Object.entries<Work>(WORKS)) {
        try {
          results[name] = await step.run(name, async () => resultOf(await work(ports), logger));
        } catch (error) {
          if (!(error instanceof StepError)) throw error;
          undone.push(error.message);
        }
      }
      if (undone.length > 0) throw new NonRetriableError(undone.join("\n"));
      return results;
    },
  );
}

/**
 * @throws Error if the work itself could not continue. A sweep can be repeated safely, so the step is simply retried.
 */
function resultOf({ failures, ...counts }: Awaited<ReturnType<Work>>, logger: Logger) {
  for (const { work, subject, code, message } of failures) {
    if (subject === null) throw new Error(`${work}: ${code}: ${message}`);
    logger.warn({ work, subject, code }, message);
  }
  return {
    ...counts,
    failuresCount: failures.length,
    failures: failures.slice(0, FAILURES_KEPT_MAX),
  };
}

/** The dependencies of the watch schedule. */
export interface WatchFunctionParts {
  readonly inngest: Inngest;
  readonly processingWatch: ProcessingWatch;
}

/**
 * Creates the function that runs the watch once a minute, for hosts where no process lives long enough to use its own
 * timer.
 */
export function createWatchProcessingFunction({ inngest, processingWatch }: WatchFunctionParts) {
  return inngest.createFunction(
    {
      id: "watch-processing",
      triggers: [{ cron: "* * * * *" }],
      retries: 3,
      concurrency: [{ limit: 1 }],
    },
    ({ step }) => step.run("look", () => processingWatch.runOnce()),
  );
}

/** The dependencies of the hash function. */
export interface HashFunctionParts {
  readonly inngest: Inngest;
  readonly ports: Parameters<typeof hashFiles>[0];
  readonly logger: Logger;
}

/** Together, the turns take less than the minute until the next run, which starts with the oldest file again. */
const TURNS_MAX = 5;

/**
 * Creates the function that computes the SHA-256 of files that the built-in processor does not read. It runs every
 * minute. A step hashes as many files as it can in a few seconds: with a step for each file, every call would carry the
 * results of all earlier ones.
 */
export function createHashFilesFunction({ inngest, ports, logger }: HashFunctionParts) {
  return inngest.createFunction(
    {
      id: "hash-files",
      triggers: [{ cron: "* * * * *" }],
      // The next run tries again.
      retries: 0,
      concurrency: [{ limit: 1 }],
    },
    async ({ step }) => {
      let [hashed, undone] = [0, 0];
      let after: string | null = null;
      for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
        const behind: string | null = after;
        const done: HashTurn = await step.run(`turn-${turn}`, () =>
          safely(() => hashAndLog({ ports, logger }, behind)),
        );
        hashed += done.hashed;
        undone += done.undone;
        after = done.after;
        if (after === null) break;
      }
      return { hashed, undone };
    },
  );
}

/** Logs one line per turn, because a lost file is found again every minute. */
async function hashAndLog(
  { ports, logger }: Pick<HashFunctionParts, "ports" | "logger">,
  after: string | null,
): Promise<HashTurn> {
  const firsts: { readonly documentUuid: string; readonly err: Error }[] = [];
  const onUndone = (documentUuid: string, reason: unknown) => {
    if (firsts.length === 0) firsts.push({ documentUuid, err: faultWithoutContent(reason) });
  };
  const turn = await hashFiles(ports, { after, onUndone });
  const [first] = firsts;
  if (first) {
    const { undone } = turn;
    logger.warn({ ...first, undone }, "files could not be hashed; the next run tries again");
  }
  return turn;
}

/** The dependencies of the audit schedule. */
export interface AuditFunctionParts {
  readonly inngest: Inngest;
  readonly auditChainer: AuditChainer;
}

/**
 * Creates the function that logs the head of the audit log once a day, so that the application's log contains a head that nobody can change with
 * access to the database alone.
 */
export function createLogAuditHeadFunction({ inngest, auditChainer }: AuditFunctionParts) {
  return inngest.createFunction(
    {
      id: "log-audit-head",
      triggers: [{ cron: "0 3 * * *" }],
      retries: 3,
      concurrency: [{ limit: 1 }],
    },
    async ({ step }) => {
      await step.run("chain", () => auditChainer.runOnce());
      await step.run("log", () => auditChainer.logHead());
    },
  );
}
