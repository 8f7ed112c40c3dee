import { randomBytes } from "node:crypto";
import { createAuthority, issueCertificates } from "./certificates";
import { type Receiver, type ReceiverOptions, startReceiver } from "./kept-receiver";
import type { ReceivedNotification } from "./received-notification";
import { createWaitingList } from "./waiting-list.fixture";

const WAIT_TIMEOUT_MS = 20_000;

/** A receiver that runs in the process of a test or a benchmark and can wait for arrivals. */
export interface TestReceiver extends Receiver {
  /**
   * Resolves when the predicate is true for all arrivals so far. The predicate is called immediately, after each arrival
   * and after each response. Rejects after the time limit (20 s) with the number of arrivals.
   */
  untilReceived(
    predicate: (notifications: readonly ReceivedNotification[]) => boolean,
    timeoutMs?: number,
  ): Promise<readonly ReceivedNotification[]>;
}

/**
 * Starts a receiver on any free port, with a new authority. It keeps everything in memory and does not print anything.
 */
export async function startTestReceiver(
  options: Pick<ReceiverOptions, "secrets"> & Partial<ReceiverOptions>,
): Promise<TestReceiver> {
  const now = new Date();
  const receiver = await startReceiver({
    port: 0,
    certificates: await issueCertificates(await createAuthority(now), now),
    controlToken: randomBytes(32).toString("base64url"),
    keepSecrets: () => undefined,
    logFile: null,
    notificationsKept: Number.POSITIVE_INFINITY,
    print: () => undefined,
    onChange: () => waiting.check(),
    ...options,
  });
  const { notifications } = receiver;
  const waiting = createWaitingList(notifications, () => describeArrivals(notifications()));
  return {
    ...receiver,
    untilReceived: (predicate, timeoutMs = WAIT_TIMEOUT_MS) => waiting.until(predicate, timeoutMs),
    stop: () => receiver.stop().finally(waiting.end),
  };
}

function describeArrivals(notifications: readonly ReceivedNotification[]): string {
  const answers = notifications.slice(-5).map(({ id, attempt, answered }) => {
    return `${id} attempt ${attempt} answered ${answered}`;
  });
  return `${notifications.length} notifications had arrived; the last ones: ${answers.join(", ")}`;
}
