import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";
import { leaseFrom } from "@/lib/documents/rules/run-start";
import type { Clock } from "@/lib/kernel/ports/system";
import type { DocumentTexts } from "../ports/document-texts";
import type { ProcessingRuns } from "../ports/processing-runs";
import type { Processor } from "../ports/processor";
import { LIMITS } from "../rules/limits";
import type { RunName } from "../rules/processing-run";
import { afterBatch, textBytesBefore } from "../rules/reading/reading-so-far";
import { hashingBytes } from "./hashing-bytes";
import { openFile } from "./open-file";

/** The result of a batch, without any content, because the engine stores it. */
export interface BatchResult {
  /** True if the run is no longer current; the caller then has nothing more to do. */
  readonly isOver: boolean;
  readonly pages: number;
  /** Null after the last batch. */
  readonly nextPage: number | null;
  /** Whether the SHA-256 of the file is known. */
  readonly isHashed: boolean;
}

const OVER: BatchResult = { isOver: true, pages: 0, nextPage: null, isHashed: true };

/**
 * Extends the lease of a taken run, reads one batch of its pages and saves them. Safe to repeat.
 * @throws the error of the processor, the store or the database; the batch should then be retried
 */
export async function readBatch(
  ports: {
    documents: StagedDocumentRepository;
    documentTexts: DocumentTexts;
    processingRuns: ProcessingRuns;
    processing: ProcessingPolicy;
    processor: Processor;
    storage: ObjectStorage;
    clock: Clock;
  },
  run: RunName,
  firstPage: number,
): Promise<BatchResult> {
  const leaseUntil = leaseFrom(ports.clock.now(), ports.processing.leaseSeconds);
  if (!(await ports.processingRuns.renew(run, leaseUntil))) return OVER;
  const document = await ports.documents.find(run.documentUuid);
  if (!document?.file || document.file.erasedAt) return OVER;
  const { objectKey: key, versionId, sizeBytes } = document.file;
  const { bytes, sha256 } = hashingBytes(() => openFile(ports, { key, versionId }));
  const before = await ports.documentTexts.findReading(run);
  const textBytesRead = textBytesBefore(before, firstPage);
  const startedMs = ports.clock.now().getTime();
  const outcome = await ports.processor.read({ bytes, sizeBytes, firstPage, textBytesRead });
  // The time spent waiting for the processor counts too, but no more than the limit for one batch.
  const passed = (ports.clock.now().getTime() - startedMs) / 1_000;
  const seconds = Math.min(Math.max(passed, 0), LIMITS.callSecondsMax);
  const reading = afterBatch(before, firstPage, { outcome, sha256: sha256(), seconds });
  const pages = outcome.kind === "pages" ? outcome.pages : [];
  if (!(await ports.documentTexts.saveBatch(run, reading, pages))) return OVER;
  return {
    isOver: false,
    pages: pages.length,
    nextPage: reading.nextPage,
    isHashed: reading.sha256 !== null || document.file.sha256 !== null,
  };
}
