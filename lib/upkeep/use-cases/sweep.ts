import { IDEMPOTENCY_KEY_VALID_MS } from "@/lib/documents/rules/staged-document";
import type { Clock } from "@/lib/kernel/ports";
import type { SweepRepository } from "../ports";
import { type SweepPorts, sweepAwaitedUploads } from "./sweep-awaited-uploads";
import { sweepErasableFiles } from "./sweep-erasable-files";
import { sweepLeftovers } from "./sweep-leftovers";
import { type SweepFailure, sweepFailure } from "./sweep-pages";

/** The result of a sweep: what it did and what it could not do. */
export interface SweepResult {
  /** Documents moved from 1 to 2: the file was there but had not been reported. */
  readonly uploadsFound: number;
  /** Documents moved from 1 to 6: no file arrived, or the file was empty or too large. */
  readonly uploadsGivenUp: number;
  /** Documents not moved by this sweep: the file was replaced during the check, or the document was renewed or moved. */
  readonly uploadsLeft: number;
  readonly leftoversRemoved: number;
  /** Objects of documents that are not in this database; they are kept (decision 0019). */
  readonly unknownObjectsKept: number;
  /** The number of documents whose bytes have been erased, along with everything read from them. */
  readonly filesErased: number;
  /** The number of pages of text read from these documents. */
  readonly textPagesErased: number;
  readonly idempotencyKeysRemoved: number;
  readonly failures: readonly SweepFailure[];
}

/**
 * Settles everything that is due (decision 0019): unreported uploads, leftovers in the store, bytes past their
 * retention period, expired idempotency keys. It can be repeated and runs safely alongside reports and other sweeps; it
 * handles work that is due when it starts. Never rejects: failures are in the result, and the next sweep retries them.
 * @param input.isWholeStore checks the reported bytes of all documents, not only of those from the last 30 days
 */
export async function sweep(
  ports: SweepPorts,
  input: { isWholeStore: boolean } = { isWholeStore: false },
): Promise<SweepResult> {
  const uploads = await sweepAwaitedUploads(ports);
  const leftovers = await sweepLeftovers(ports, input);
  const files = await sweepErasableFiles(ports);
  const keys = await sweepIdempotencyKeys(ports);
  const failures = [uploads, leftovers, files, keys].flatMap((part) => part.failures);
  return { ...uploads, ...leftovers, ...files, ...keys, failures };
}

const PAGE_LIMIT = 1000;

/** Removes idempotency keys 24 hours after they were stored, page by page. */
export async function sweepIdempotencyKeys(ports: {
  sweeps: SweepRepository;
  clock: Clock;
}): Promise<{ idempotencyKeysRemoved: number; failures: readonly SweepFailure[] }> {
  const storedBy = new Date(ports.clock.now().getTime() - IDEMPOTENCY_KEY_VALID_MS);
  let idempotencyKeysRemoved = 0;
  try {
    for (let removed = PAGE_LIMIT; removed === PAGE_LIMIT; ) {
      removed = await ports.sweeps.removeIdempotencyKeys(storedBy, PAGE_LIMIT);
      idempotencyKeysRemoved += removed;
    }
    return { idempotencyKeysRemoved, failures: [] };
  } catch (error) {
    return { idempotencyKeysRemoved, failures: [sweepFailure("idempotency-keys", null, error)] };
  }
}
