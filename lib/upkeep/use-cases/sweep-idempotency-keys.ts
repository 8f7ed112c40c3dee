import { IDEMPOTENCY_KEY_VALID_MS } from "@/lib/documents/rules/idempotency";
import type { Clock } from "@/lib/kernel/ports/system";
import type { SweepRepository } from "../ports/sweep";
import { type SweepFailure, sweepFailure } from "./sweep-pages";

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
