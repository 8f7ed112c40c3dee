import { BULK_KEPT_DAYS, bulkAbandonedBy } from "@/lib/documents/rules/bulk-work";
import { IDEMPOTENCY_KEY_VALID_MS } from "@/lib/documents/rules/staged-document";
import type { Clock } from "@/lib/kernel/ports";
import type { SweepRepository } from "../ports";
import { type SweepPorts, sweepAwaitedUploads } from "./sweep-awaited-uploads";
import { sweepErasableFiles } from "./sweep-erasable-files";
import { sweepLeftovers } from "./sweep-leftovers";
import { type SweepFailure, type SweepWork, sweepFailure } from "./sweep-pages";

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
  /** Claims that have ended, and documents put off until a time that has come. */
  readonly reviewClaimsRemoved: number;
  /** Results of bulk work, one for each document and each piece of work. */
  readonly bulkResultsRemoved: number;
  readonly failures: readonly SweepFailure[];
}

/**
 * Settles everything that is due (decision 0019): unreported uploads, leftovers in the store, bytes past their
 * retention period, expired idempotency keys and claims, old results of bulk work. It can be repeated and runs safely alongside reports and other sweeps; it
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
  const claims = await sweepReviewClaims(ports);
  const bulk = await sweepBulkWork(ports);
  const parts = [uploads, leftovers, files, keys, claims, bulk];
  const failures = parts.flatMap((part) => part.failures);
  return { ...uploads, ...leftovers, ...files, ...keys, ...claims, ...bulk, failures };
}

/** Removes idempotency keys 24 hours after they were stored. */
export async function sweepIdempotencyKeys({ sweeps, clock }: RowPorts) {
  const storedBy = new Date(clock.now().getTime() - IDEMPOTENCY_KEY_VALID_MS);
  const { removed, failures } = await removeRows("idempotency-keys", (limit) =>
    sweeps.removeIdempotencyKeys(storedBy, limit),
  );
  return { idempotencyKeysRemoved: removed, failures };
}

/** Removes reviewers' claims that have ended, and documents put off until a time that has come. */
export async function sweepReviewClaims({ sweeps, clock }: RowPorts) {
  const by = clock.now();
  const { removed, failures } = await removeRows("review-claims", (limit) =>
    sweeps.removeReviewClaims(by, limit),
  );
  return { reviewClaimsRemoved: removed, failures };
}

/** Removes the results of bulk work after 30 days, and bulk work that nobody started after a day. */
export async function sweepBulkWork({ sweeps, clock }: RowPorts) {
  const now = clock.now();
  const endedBy = new Date(now.getTime() - BULK_KEPT_DAYS * 24 * 3_600_000);
  const preparedBy = bulkAbandonedBy(now);
  const { removed, failures } = await removeRows("bulk-work", (limit) =>
    sweeps.removeBulkWork({ endedBy, preparedBy }, limit),
  );
  return { bulkResultsRemoved: removed, failures };
}

type RowPorts = { readonly sweeps: SweepRepository; readonly clock: Clock };

const PAGE_LIMIT = 1000;

/** Removes rows page by page until a page is not full. A page may have more rows than the limit if they are of two kinds. */
async function removeRows(work: SweepWork, remove: (limit: number) => Promise<number>) {
  const failures: SweepFailure[] = [];
  let removed = 0;
  try {
    for (let page = PAGE_LIMIT; page >= PAGE_LIMIT; removed += page) {
      page = await remove(PAGE_LIMIT);
    }
  } catch (error) {
    failures.push(sweepFailure(work, null, error));
  }
  return { removed, failures };
}
