import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { DeliveryRun } from "../ports";
import { attemptDelivery } from "../use-cases/attempt-delivery";
import { relayStatusChanges } from "../use-cases/relay-status-changes";
import { setWebhookUrl } from "../use-cases/webhook-configuration";
import {
  type InMemoryNotificationPorts,
  makeNotificationPorts,
} from "./in-memory-notification-ports";

/** The webhook URL of these tests. */
export const RECEIVER_URL = "https://dms.example.com/hook";

const TURNS_MAX = 100_000;

/** Creates ports with a webhook URL, and functions that do the work of the relay and the engine. */
export async function arrangeDelivery() {
  const ports = makeNotificationPorts();
  await setWebhookUrl(ports, { url: RECEIVER_URL, author: COMMAND_AUTHOR });
  const relay = async () => {
    await relayStatusChanges(ports, { documentUrl: (uuid) => `https://stagedoor.example/${uuid}` });
    return ports.deliveryRuns.takeStarted();
  };
  const begin = async () => {
    await makeDocumentAt(ports, 1);
    const [run] = await relay();
    if (!run) throw new Error("nothing was frozen");
    return run;
  };
  return {
    ports,
    relay,
    /** Freezes a notification about one new document and returns its run. */
    begin,
    turn: (run: DeliveryRun, n = 1) => attemptDelivery(ports, { run, n }),
    row: ({ notificationId }: DeliveryRun) => {
      const found = ports.notifications.find(notificationId);
      if (!found) throw new Error("there is no such notification");
      return found;
    },
    /** Advances the clock to the given time. */
    passUntil: (at: Date) => passUntil(ports, at),
    /** Runs turns until the run is over, like an engine that wakes the run whenever it is due. */
    runUntilOver: (run: DeliveryRun, firstN = 1) => runUntilOver(ports, run, firstN),
  };
}

function passUntil({ clock }: InMemoryNotificationPorts, at: Date): void {
  clock.advanceSeconds(Math.max(0, at.getTime() - clock.now().getTime()) / 1000);
}

async function runUntilOver(
  ports: InMemoryNotificationPorts,
  run: DeliveryRun,
  firstN: number,
): Promise<void> {
  for (let n = firstN; n < TURNS_MAX; n += 1) {
    const { outcome } = await attemptDelivery(ports, { run, n });
    if (outcome.nextAttemptAt === null) return;
    passUntil(ports, outcome.nextAttemptAt);
  }
  throw new Error("the run does not end");
}
