import type { StatusFeedRepository } from "@/lib/documents/ports/status-feed";
import { numberStatusChanges } from "@/lib/documents/use-cases/number-status-changes";
import type { Clock, Ids } from "@/lib/kernel/ports/system";
import type { DeliveryRuns } from "../../ports/delivery-runs";
import type { Freezing, RelayRepository, RelayView, RelayWork } from "../../ports/notifications";
import { type NotificationItem, notificationBody, shouldFreeze } from "../../rules/notification";
import type { RelayPace } from "./relay-pace";

type RelayPorts = {
  statusFeed: StatusFeedRepository;
  relay: RelayRepository;
  deliveryRuns: DeliveryRuns;
  clock: Clock;
  ids: Ids;
};

/** The options of a process's relay. */
interface RelayOptions {
  /** Returns the URL at which the receiver finds a document. */
  readonly documentUrl: (uuid: string) => string;
  /** If omitted, every call checks for changes to freeze. */
  readonly pace?: RelayPace;
  /**
   * Whether a change has just been committed. If so, it is numbered and frozen without first checking whether a change is
   * waiting.
   */
  readonly isAfterChange?: boolean;
  /** Called if another process was freezing, because changes committed in the meantime need another call soon. */
  readonly onBusy?: () => void;
}

/**
 * Numbers every committed change that belongs in the feed, then freezes those that the receiver is notified of into
 * notifications (DESIGN 6, relay), so the feed never waits for deliveries. Cheap if nothing is waiting; safe to call from
 * any number of processes concurrently. `wakeOverdueDeliveries` starts runs that could not be started here.
 * @returns how many notifications were frozen
 * @throws DomainError `engine-unavailable` after the commit, in which case nothing is lost
 */
export async function relayStatusChanges(
  ports: RelayPorts,
  options: RelayOptions,
): Promise<number> {
  const isDue = () => options.pace?.isDue() ?? true;
  const work = options.isAfterChange ? AFTER_CHANGE : await ports.relay.findWork();
  if (!work.hasUnnumbered && !work.hasUnfrozen) return 0;
  if (!isDue()) {
    if (work.hasUnnumbered) await numberStatusChanges(ports, work);
    return 0;
  }
  let count = 0;
  let freezing: Freezing;
  do {
    freezing = await freezeAndStart(ports, options);
    count += freezing.frozen.length;
  } while (freezing.isMoreWaiting || (freezing.isMoreUnnumbered && isDue()));
  return count;
}

const AFTER_CHANGE: RelayWork = { hasUnnumbered: true, hasUnfrozen: true };

async function freezeAndStart(ports: RelayPorts, options: RelayOptions): Promise<Freezing> {
  const freezing = await freeze(ports, options);
  if (freezing.isBusy) options.onBusy?.();
  try {
    if (freezing.frozen.length > 0) await ports.deliveryRuns.start(freezing.frozen);
  } finally {
    if (freezing.isMoreUnnumbered) await numberStatusChanges(ports, { hasUnnumbered: true });
  }
  return freezing;
}

async function freeze(ports: RelayPorts, { documentUrl, pace }: RelayOptions): Promise<Freezing> {
  const at = ports.clock.now();
  let searchedFrom: Date | null = null;
  let searchedTo: Date | null = null;
  let hasFrozen = false;
  const search = {
    onBegin: () => {
      searchedFrom = ports.clock.now();
    },
    onEnd: () => {
      searchedTo = ports.clock.now();
    },
  };
  try {
    const decideNext = (view: RelayView) => decide(ports, view, at, documentUrl);
    const freezing = await ports.relay.freeze(decideNext, at, search);
    hasFrozen = freezing.frozen.length > 0;
    return freezing;
  } finally {
    const searched = searchedFrom && { from: searchedFrom, to: searchedTo ?? ports.clock.now() };
    pace?.note({ beganAt: at, search: searched, hasFrozen });
  }
}

function decide(
  ports: { ids: Ids },
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
