import { type SweepPorts, sweepAwaitedUploads } from "./sweep-awaited-uploads";
import { sweepErasableFiles } from "./sweep-erasable-files";
import { sweepIdempotencyKeys } from "./sweep-idempotency-keys";
import { sweepLeftovers } from "./sweep-leftovers";
import type { SweepFailure } from "./sweep-pages";

/** What one sweep did, and what it could not do. */
export interface SweepResult {
  /** 1→2: the file was there although nobody reported it. */
  readonly uploadsFound: number;
  /** 1→6: nothing came, or nothing that can be a document. */
  readonly uploadsGivenUp: number;
  /** Still at 1: replaced while we looked, renewed or moved in the meantime. */
  readonly uploadsLeft: number;
  readonly leftoversRemoved: number;
  /** Objects of documents that this database does not know, kept (decision 0019). */
  readonly unknownObjectsKept: number;
  /** Documents whose bytes, and whatever was read of them, are gone. */
  readonly filesErased: number;
  /** Pages of text that were read of these. */
  readonly textPagesErased: number;
  readonly idempotencyKeysRemoved: number;
  readonly failures: readonly SweepFailure[];
}

/**
 * Settles what time has decided (DESIGN 4, decision 0019): uploads that nobody reported, leftovers in the store, bytes
 * past their retention, expired idempotency keys. Repeatable, harmless beside reports and other sweepers; handles
 * what is due when it begins. Never rejects: what failed is in the result and is tried again by the next sweep.
 * @param input.isWholeStore looks at the reported bytes of all times, not only of documents of the last 30 days
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
