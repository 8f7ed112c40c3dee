import { sendAtRate } from "./send-at-rate";
import type { NotifyServers } from "./start-servers";

/** What every measurement works with. */
export interface Context {
  readonly servers: NotifyServers;
  readonly signal: AbortSignal;
}

/** How long everything may take to arrive. */
export const ARRIVAL_TIMEOUT_MS = 120_000;

/** Reports documents as failed at a steady rate, and resolves when all of it has arrived: what each answer and each receipt took. */
export async function sendAndReceive(
  { servers, signal }: Context,
  { perSecond, changes }: { perSecond: number; changes: number },
): Promise<{ answerMs: number[]; receiptMs: number[] }> {
  const { outbox, notes, port, apiKey } = servers;
  const uuids = await outbox.makeWaiting(changes);
  const before = notes.documents();
  const answered = await sendAtRate({ port, apiKey, uuids, perSecond, signal });
  await notes.untilDocuments(before + changes, ARRIVAL_TIMEOUT_MS);
  return {
    answerMs: answered.map(({ dueMs, answeredMs }) => answeredMs - dueMs),
    // A notification may overtake the answer on its way.
    receiptMs: answered.map(({ uuid, answeredMs }) =>
      Math.max(0, (notes.receivedMs(uuid) ?? Number.POSITIVE_INFINITY) - answeredMs),
    ),
  };
}
