import type { Inngest } from "inngest";
import type { Logger } from "pino";
import type { RunName } from "@/lib/processing/rules/processing-run";
import type { ReadFailureCode } from "@/lib/processing/rules/reading/reading";
import { hashFile } from "@/lib/processing/use-cases/hash-files";
import { giveUpRun, settleRun, takeRun } from "@/lib/processing/use-cases/processing-runs";
import { type BatchResult, readBatch } from "@/lib/processing/use-cases/read-batch";
import { processingRequested } from "../client";
import { safely } from "../fault-without-content";

/** The result of one step: a batch of pages that was read, or a document that was settled. */
export type ProcessingEvent =
  | { readonly kind: "read"; readonly seconds: number }
  | { readonly kind: "settled"; readonly outcome: "settled" | ReadFailureCode };

/** The dependencies of processing. */
export interface ProcessingParts {
  readonly inngest: Inngest;
  readonly ports: Parameters<typeof takeRun>[0] &
    Parameters<typeof readBatch>[0] &
    Parameters<typeof hashFile>[0] &
    Parameters<typeof settleRun>[0];
  readonly logger: Logger;
  /** Called once per step, or once per attempt if the step was interrupted. */
  readonly onProcessing: (event: ProcessingEvent) => void;
  /** The number of documents that are read concurrently. */
  readonly processorConcurrency: number;
}

/** Inngest ends a run at 1,000 steps; a document has at most 500 pages, and a batch at least one. */
const BATCHES_MAX = 501;
/**
 * Retries are only for errors of the application itself, and take 39 minutes in total: a bad file is not a failed step.
 */
const RETRIES = 7;
/** Classification depends only on the text, so after this many failures, another attempt would also fail. */
const JUDGING_TRIES_MAX = 3;

/**
 * Creates the processing function: each run takes its document, reads it batch by batch, classifies it and settles it
 * (decision 0047). Steps and their results contain only numbers and row ids; the text is stored only in the database. The
 * watch recovers abandoned runs.
 */
export function createProcessDocumentFunction(parts: ProcessingParts) {
  const { inngest, ports, logger } = parts;
  return inngest.createFunction(
    {
      id: "process-document",
      triggers: [processingRequested],
      retries: RETRIES,
      concurrency: [{ limit: parts.processorConcurrency }],
      onFailure: async ({ event, step }) => {
        const { documentUuid, n } = event.data.event.data;
        await step.run("give-up", () => safely(() => giveUpRun(ports, { documentUuid, n })));
      },
    },
    async ({ event, step, attempt }) => {
      const { documentUuid, n } = event.data;
      const run = { documentUuid, n };
      if (!(await step.run("take", () => safely(() => takeRun(ports, run))))) return;
      let page: number | null = 1;
      let isHashed = false;
      for (let batch = 1; page !== null && batch <= BATCHES_MAX; batch += 1) {
        const firstPage: number = page;
        const batchRead = await step.run(`read-${batch}`, () =>
          safely(() => read(parts, run, firstPage)),
        );
        if (batchRead.isOver) return;
        page = batchRead.nextPage;
        isHashed = batchRead.isHashed;
      }
      if (!isHashed) await step.run("hash", () => safely(() => hashFile(ports, documentUuid)));
      await step.run("settle", () =>
        safely(() => settle(parts, run, attempt + 1 >= JUDGING_TRIES_MAX)),
      );
      logger.debug(run, "a processing run has ended");
    },
  );
}

async function read(
  { ports, onProcessing }: ProcessingParts,
  run: RunName,
  firstPage: number,
): Promise<BatchResult> {
  const beganAtMs = ports.clock.now().getTime();
  const result = await readBatch(ports, run, firstPage);
  const seconds = (ports.clock.now().getTime() - beganAtMs) / 1000;
  if (!result.isOver) onProcessing({ kind: "read", seconds });
  return result;
}

async function settle(
  { ports, logger, onProcessing }: ProcessingParts,
  run: RunName,
  isLastTry: boolean,
): Promise<string> {
  const outcome = await settleRun(ports, run, { isLastTry });
  if (outcome === "over") return outcome;
  onProcessing({ kind: "settled", outcome });
  const line = { ...run, outcome };
  if (outcome === "processing-failed") logger.warn(line, "document could not be processed");
  else logger.info(line, "document processed");
  return outcome;
}
