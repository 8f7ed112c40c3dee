import type { Receiver } from "@/embedded/receiver/kept-receiver";
import type { ReceivedNotification } from "@/embedded/receiver/received-notification";
import { startTestReceiver } from "@/embedded/receiver/test-receiver.fixture";
import { createWaitingList } from "@/embedded/receiver/waiting-list.fixture";
import { changeKey } from "./generate-load";

/** Records when changes arrived, regardless of who sent them. */
export interface Arrivals {
  /** Records that a change has arrived now; only the first arrival of a change counts. */
  note(change: string): void;
  /** The time of the first arrival, from `performance.now()`; undefined if the change has not arrived. */
  receivedMs(change: string): number | undefined;
  /** Resolves when all of these changes have arrived. Rejects after the time limit, or if `signal` aborts. */
  untilAll(changes: Iterable<string>, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Resolves when this many different changes have arrived since the start. */
  untilCount(count: number, timeoutMs: number): Promise<void>;
  count(): number;
}

/** Creates an empty record of arrivals. */
export function createArrivals(): Arrivals {
  const arrivals = new Map<string, number>();
  const missing = new Set<Set<string>>();
  const waiting = createWaitingList(
    () => arrivals.size,
    () => `${arrivals.size} changes arrived.`,
  );
  return {
    note: (change) => {
      if (arrivals.has(change)) return;
      arrivals.set(change, performance.now());
      for (const set of missing) set.delete(change);
      waiting.check();
    },
    receivedMs: (change) => arrivals.get(change),
    untilAll: async (changes, timeoutMs, signal) => {
      const left = new Set([...changes].filter((change) => !arrivals.has(change)));
      missing.add(left);
      signal.addEventListener("abort", waiting.check);
      try {
        await waiting.until(() => signal.aborted || left.size === 0, timeoutMs);
      } catch (cause) {
        throw new Error(`${left.size} changes never arrived.`, { cause });
      } finally {
        missing.delete(left);
        signal.removeEventListener("abort", waiting.check);
      }
      signal.throwIfAborted();
    },
    untilCount: async (count, timeoutMs) => {
      await waiting.until((now) => now >= count, timeoutMs);
    },
    count: () => arrivals.size,
  };
}

/** A receiver in this process that records when each change arrived. */
export interface ReceiptNotes extends Arrivals {
  readonly receiver: Receiver;
  /** Makes the receiver accept every request, or never respond. */
  treat(kind: "accept" | "hang"): void;
  requests(): number;
}

const NOTIFICATIONS_KEPT = 100;

/** Starts a receiver that verifies signatures with this secret. */
export async function startReceiptNotes(secret: string): Promise<ReceiptNotes> {
  const receiver = await startTestReceiver({
    secrets: [secret],
    notificationsKept: NOTIFICATIONS_KEPT,
  });
  const arrivals = createArrivals();
  let requests = 0;
  let kind: "accept" | "hang" = "accept";
  receiver.setBehaviour(({ items, verified }: ReceivedNotification) => {
    requests += 1;
    if (!verified) throw new Error("a notification has an invalid signature");
    if (kind === "hang") return { kind };
    for (const { uuid, currentStatus } of items ?? [])
      arrivals.note(changeKey(uuid, currentStatus));
    return { kind };
  });
  return {
    ...arrivals,
    receiver,
    treat: (next) => {
      kind = next;
    },
    requests: () => requests,
  };
}
