import { z } from "zod";
import { PROCESSOR_CHOICES, type ProcessorChoice } from "@/lib/documents/rules/processor-choice";
import { wholeNumber } from "./fields";

/** How documents are processed. */
export interface ProcessingSettings {
  /** null: use the choice in the database, made by an upgrade. */
  readonly processor: ProcessorChoice | null;
  /** The number of documents read at once, on all machines together; each may take 1.5 GB. */
  readonly concurrency: number;
  /** How long a processor that took a document has to renew or settle its run. */
  readonly leaseSeconds: number;
}

const DAY_SECONDS = 24 * 60 * 60;

/** Who processes documents, and how. */
export const processingFields = z.object({
  PROCESSOR: z.enum(PROCESSOR_CHOICES, "must be builtin, external or none").optional(),
  PROCESSOR_CONCURRENCY: wholeNumber(1, 64, 1),
  PROCESSING_LEASE_SECONDS: wholeNumber(60, 7 * DAY_SECONDS, 3600),
});

/** With defaults filled in. */
export const readProcessing = (raw: z.infer<typeof processingFields>): ProcessingSettings => ({
  processor: raw.PROCESSOR ?? null,
  concurrency: raw.PROCESSOR_CONCURRENCY,
  leaseSeconds: raw.PROCESSING_LEASE_SECONDS,
});
