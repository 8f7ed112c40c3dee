import { cron, type Inngest, NonRetriableError, StepError } from "inngest";
import type { Logger } from "pino";
import { sweepIdempotencyKeys } from "@/lib/upkeep/use-cases/sweep";
import { type SweepPorts, sweepAwaitedUploads } from "@/lib/upkeep/use-cases/sweep-awaited-uploads";
import { sweepErasableFiles } from "@/lib/upkeep/use-cases/sweep-erasable-files";
import { sweepLeftovers } from "@/lib/upkeep/use-cases/sweep-leftovers";
import type { SweepFailure, SweepWork } from "@/lib/upkeep/use-cases/sweep-pages";

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
