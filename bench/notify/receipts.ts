import type { ReceivedNotification } from "@/embedded/receiver/received-notification";
import type { Receiver } from "@/embedded/receiver/receiver";
import { startTestReceiver } from "@/embedded/receiver/test-receiver.fixture";
import { createWaitingList } from "@/embedded/receiver/waiting-list.fixture";

/** A receiver in this process that notes when each document's change arrived. */
export interface ReceiptNotes {
  readonly receiver: Receiver;
  /** Accepts everything, or answers nothing. */
  treat(kind: "accept" | "hang"): void;
  /** `performance.now()` of the first arrival; undefined: it did not arrive. */
  receivedMs(uuid: string): number | undefined;
  /** Resolves when so many different documents arrived since the beginning. */
  untilDocuments(count: number, timeoutMs: number): Promise<unknown>;
  documents(): number;
  requests(): number;
}

const NOTIFICATIONS_KEPT = 100;

/** Starts one that verifies with this secret. */
export async function startReceiptNotes(secret: string): Promise<ReceiptNotes> {
  const receiver = await startTestReceiver({
    secrets: [secret],
    notificationsKept: NOTIFICATIONS_KEPT,
  });
  const arrivals = new Map<string, number>();
  let requests = 0;
  let kind: "accept" | "hang" = "accept";
  const waiting = createWaitingList(
    () => arrivals.size,
    () => `${arrivals.size} documents arrived.`,
  );
  receiver.setBehaviour(({ items, verified }: ReceivedNotification) => {
    const nowMs = performance.now();
    requests += 1;
    if (!verified) throw new Error("a notification that does not verify");
    if (kind === "hang") return { kind };
    for (const { uuid } of items ?? []) {
      if (!arrivals.has(uuid)) arrivals.set(uuid, nowMs);
    }
    waiting.check();
    return { kind };
  });
  return {
    receiver,
    treat: (next) => {
      kind = next;
    },
    receivedMs: (uuid) => arrivals.get(uuid),
    untilDocuments: (count, timeoutMs) => waiting.until((now) => now >= count, timeoutMs),
    documents: () => arrivals.size,
    requests: () => requests,
  };
}
