import type { Inngest } from "inngest";
import type { Logger } from "pino";
import type { BulkRun, BulkStarts } from "@/lib/documents/bulk-ports";
import { resumeBulkWork, runBulkBatch } from "@/lib/documents/use-cases/bulk-work";
import { bulkWorkRequested } from "../client";
import { safely } from "../fault-without-content";

/** The dependencies of work on many documents. */
export interface BulkWorkParts {
  readonly inngest: Inngest;
  readonly ports: Parameters<typeof runBulkBatch>[0] & { readonly bulkStarts: BulkStarts };
  readonly logger: Logger;
}

/**
 * The largest work has 100 batches, and Inngest ends a run at 1,000 steps. If a run reaches its last step anyway, the check
 * for stalled work starts the next run.
 */
const BATCHES_MAX = 300;
/** Retries are for parts that do not respond. After two minutes without progress, the work gets a new run anyway. */
const RETRIES = 7;
/** More work waits, so that it does not slow down what people and remote systems do at the same time. */
const CONCURRENCY = 2;

/**
 * Creates the function that does work on many documents (decision 0097): a step for each batch. Steps contain only counts.
 * Which documents are next is in the database, so a step that is repeated after a crash continues where it stopped.
 */
export function createBulkWorkFunction({ inngest, ports, logger }: BulkWorkParts) {
  return inngest.createFunction(
    {
      id: "bulk-work",
      triggers: [bulkWorkRequested],
      retries: RETRIES,
      concurrency: [{ limit: CONCURRENCY }],
      onFailure: async ({ event, step }) => {
        const run: BulkRun = event.data.event.data;
        await step.run("give-up", () =>
          safely(() => ports.bulkWorks.giveUp(run, ports.clock.now())),
        );
      },
    },
    async ({ event, step }) => {
      const { id, generation } = event.data;
      for (let batch = 1; batch <= BATCHES_MAX; batch += 1) {
        const handled = await step.run(`batch-${batch}`, () =>
          safely(() =>
            runBulkBatch(ports, { id, generation }, (uuid, err) =>
              logger.error({ bulkWork: id, uuid, err }, "a document of many could not be changed"),
            ),
          ),
        );
        if (handled === null) break;
      }
      logger.info({ bulkWork: id, generation }, "a run of work on many documents has ended");
    },
  );
}

/** Creates the function that starts work again every minute if its event or its run was lost. */
export function createResumeBulkWorkFunction({ inngest, ports }: BulkWorkParts) {
  return inngest.createFunction(
    {
      id: "resume-bulk-work",
      triggers: [{ cron: "* * * * *" }],
      retries: 3,
      concurrency: [{ limit: 1 }],
    },
    ({ step }) => step.run("resume", () => resumeBulkWork(ports)),
  );
}
