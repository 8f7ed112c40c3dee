import { type NotificationItem, notificationBody, shouldFreeze } from "../domain/notification";
import type { Ports } from "../ports";
import type { RelayView } from "../ports/notifications";

type RelayPorts = Pick<Ports, "relay" | "deliveryRuns" | "clock" | "ids">;

/**
 * Numbers every committed listed move for the feed and freezes those of which the receiver is told into notifications
 * (DESIGN 6, relay). Cheap when nothing waits; harmless from any number of processes at once. A run that could not be
 * started is started by `wakeOverdueDeliveries`.
 * @param input.documentUrl the address under which the receiver finds a document
 * @returns how many notifications were frozen
 * @throws DomainError `engine-unavailable` after the commit: nothing is lost by it
 */
export async function relayStatusChanges(
  ports: RelayPorts,
  input: { documentUrl: (uuid: string) => string },
): Promise<number> {
  if (!(await ports.relay.hasWork())) return 0;
  let count = 0;
  let isMoreWaiting = true;
  while (isMoreWaiting) {
    const at = ports.clock.now();
    const relayed = await ports.relay.relay(
      (view) => decide(ports, view, at, input.documentUrl),
      at,
    );
    isMoreWaiting = relayed.isMoreWaiting;
    count += relayed.frozen.length;
    if (relayed.frozen.length > 0) await ports.deliveryRuns.start(relayed.frozen);
  }
  return count;
}

function decide(
  ports: Pick<Ports, "ids">,
  { outstanding, waiting }: RelayView,
  at: Date,
  documentUrl: (uuid: string) => string,
) {
  const oldestWaitingMs = Math.max(...waiting.map((change) => at.getTime() - change.at.getTime()));
  if (!shouldFreeze({ outstanding, waiting: waiting.length, oldestWaitingMs })) return null;
  const items = waiting.map(
    (change): NotificationItem => ({ ...change, url: documentUrl(change.uuid) }),
  );
  return { id: ports.ids.uuid(), body: notificationBody(items), changes: waiting };
}
