import { type Answered, createStagedoorRequests, sendAtRate } from "../load/generate-load";
import type { NotifyServers } from "./start-servers";

/** The context of every measurement. */
export interface Context {
  readonly servers: NotifyServers;
  readonly signal: AbortSignal;
}

/** How long it may take until all changes have arrived. */
export const ARRIVAL_TIMEOUT_MS = 120_000;

/**
 * Reports documents as failed at a steady rate, and resolves when all changes have arrived. @returns how long each
 * response and each receipt took
 */
export async function sendAndReceive(
  { servers, signal }: Context,
  { perSecond, changes }: { perSecond: number; changes: number },
): Promise<{ answerMs: number[]; receiptMs: number[] }> {
  const { outbox, notes } = servers;
  const uuids = await outbox.makeWaiting(changes);
  const answered = await reportAll({ servers, signal }, uuids, perSecond);
  const wanted = answered.flatMap(({ change }) => change ?? []);
  await notes.untilAll(wanted, ARRIVAL_TIMEOUT_MS, signal);
  return {
    answerMs: answered.map(({ dueMs, answeredMs }) => answeredMs - dueMs),
    // A notification may arrive before the response; its time then counts as 0.
    receiptMs: answered.map(({ change, answeredMs }) =>
      Math.max(0, (notes.receivedMs(change ?? "") ?? Number.POSITIVE_INFINITY) - answeredMs),
    ),
  };
}

/** Reports each document as failed. */
export function reportAll(
  { servers, signal }: Context,
  uuids: readonly string[],
  perSecond: number,
): Promise<Answered[]> {
  const { reportFailure } = createStagedoorRequests(servers);
  const requests = uuids.map(reportFailure);
  return sendAtRate({ port: servers.port, requests, perSecond, expectedStatus: 200, signal });
}
