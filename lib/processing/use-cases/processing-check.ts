import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { Clock } from "@/lib/kernel/ports/system";
import type { ProcessingStatisticsSource } from "../ports/processing-statistics";

/** Whether documents are processed; `failures` are for the log. */
export interface ProcessingHealth {
  /** late: a document waits for the built-in processor for more than an hour. */
  readonly processing: "ok" | "late" | "unknown";
  readonly failures: readonly unknown[];
}

const LATE_AFTER_MS = 60 * 60_000;
const LOOK_SHARED_FOR_MS = 1_000;

/**
 * Makes the check of one process. What others process is theirs to watch, so it is ok. Never rejects; asks the database once a second
 * at most, however many ask.
 */
export function createProcessingCheck(ports: {
  processing: ProcessingPolicy;
  processingStatistics: ProcessingStatisticsSource;
  clock: Clock;
}): () => Promise<ProcessingHealth> {
  let last: { readonly beganAtMs: number; readonly health: Promise<ProcessingHealth> } | null =
    null;
  return () => {
    const nowMs = ports.clock.now().getTime();
    if (last && Math.abs(nowMs - last.beganAtMs) < LOOK_SHARED_FOR_MS) return last.health;
    const look = { beganAtMs: nowMs, health: examine(ports, nowMs) };
    last = look;
    // A failed look is not shared: once the database is back, the next check must see it.
    void look.health.then(({ processing }) => {
      if (processing === "unknown" && last === look) last = null;
    });
    return look.health;
  };
}

async function examine(
  { processing, processingStatistics }: Parameters<typeof createProcessingCheck>[0],
  nowMs: number,
): Promise<ProcessingHealth> {
  try {
    if ((await processing.choice()) !== "builtin") return { processing: "ok", failures: [] };
    const { oldestWaitingAt } = await processingStatistics.measure();
    const isLate = oldestWaitingAt !== null && nowMs - oldestWaitingAt.getTime() > LATE_AFTER_MS;
    return { processing: isLate ? "late" : "ok", failures: [] };
  } catch (error) {
    return { processing: "unknown", failures: [error] };
  }
}
