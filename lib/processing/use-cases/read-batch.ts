import { createHash } from "node:crypto";
import type {
  ObjectStorage,
  ProcessingPolicy,
  StagedDocumentRepository,
} from "@/lib/documents/ports";
import { leaseFrom } from "@/lib/documents/rules/run-start";
import type { Clock } from "@/lib/kernel/ports";
import type { DocumentTexts, FileBytes, ProcessingRuns, Processor } from "../ports";
import { LIMITS } from "../rules/limits";
import type { RunName } from "../rules/processing-run";
import { afterBatch, textBytesBefore } from "../rules/reading/reading-so-far";
import { openFile } from "./hash-files";

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

/** Wraps the streams of a file so that the SHA-256 of its bytes is computed while they are read. */
function hashingBytes(bytes: FileBytes): {
  readonly bytes: FileBytes;
  /** In lower-case hex; null until one stream has been read to the end. */
  readonly sha256: () => string | null;
} {
  let sha256: string | null = null;
  return {
    bytes: async () => hashed(await bytes(), (digest) => (sha256 = digest)),
    sha256: () => sha256,
  };
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  onEnd: (digest: string) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  onEnd(hash.digest("hex"));
}
