import { z } from "zod";
import { PROCESSOR_CHOICES, type ProcessorChoice } from "@/lib/documents/rules/run-start";
import { wholeNumber } from "./fields";

/** How documents are processed. */
export interface ProcessingSettings {
  /** null to use the choice that an upgrade stored in the database. */
  readonly processor: ProcessorChoice | null;
  /** The number of documents read concurrently on all machines together; each may take 1.5 GB. */
  readonly concurrency: number;
  /** The time within which a processor must renew or settle a run that it took. */
  readonly leaseSeconds: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/** The settings for processing. */
export const processingFields = z.object({
  PROCESSOR: z.enum(PROCESSOR_CHOICES, "must be builtin, external or none").optional(),
  PROCESSOR_CONCURRENCY: wholeNumber(1, 64, 1),
  PROCESSING_LEASE_SECONDS: wholeNumber(60, 7 * DAY_SECONDS, 3600),
});

/** Returns the settings with defaults filled in. */
export const readProcessing = (raw: z.infer<typeof processingFields>): ProcessingSettings => ({
  processor: raw.PROCESSOR ?? null,
  concurrency: raw.PROCESSOR_CONCURRENCY,
  leaseSeconds: raw.PROCESSING_LEASE_SECONDS,
});
