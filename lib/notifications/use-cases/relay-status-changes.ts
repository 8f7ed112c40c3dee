import type { StatusFeedRepository } from "@/lib/documents/ports";
import { numberStatusChanges } from "@/lib/documents/use-cases/status-feed";
import type { Clock, Ids } from "@/lib/kernel/ports";
import type { DeliveryRuns, Freezing, RelayRepository, RelayView, RelayWork } from "../ports";
import { type NotificationItem, notificationBody, shouldFreeze } from "../rules/notification";

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
 * notifications (decision 0025), so the feed never waits for deliveries. Cheap if nothing is waiting; safe to call from
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

/**
 * Limits how often one process checks for changes to freeze. Pauses are longer while checks are slow and freeze nothing.
 */
interface RelayPace {
  /** Returns how many milliseconds a caller that can wait should wait for more changes; 0 for no wait. */
  restMs(): number;
  /** Returns whether checking for changes to freeze is worth its cost. */
  isDue(): boolean;
  /**
   * Records a check, even if it failed. Only the search for waiting changes counts as its duration, because numbering may
   * wait for other processes. `search` is null if it never began.
   */
  note(look: {
    readonly beganAt: Date;
    readonly search: { readonly from: Date; readonly to: Date } | null;
    readonly hasFrozen: boolean;
  }): void;
}

/**
 * Changes made within this time go into one notification, so that a busy receiver gets few full notifications instead of
 * many small ones.
 */
const FREEZE_EVERY_MS = 50;
/** A check that is this short may be repeated after every change and outcome. */
const CHEAP_MS = 50;
/** At most a tenth of the time is spent on checks that freeze nothing. */
const PAUSE_FACTOR = 10;
/** Changes are frozen after this time however many notifications are outstanding, so no pause is longer. */
const PAUSE_MS_MAX = 60_000;

/**
 * Allows freezing at most 20 times a second, and immediately after a pause (decision 0069). After a check that took long and
 * froze nothing, the next check is due after ten times that duration, at most 60 s. While a receiver is unavailable for
 * hours, all pending changes belong to documents that are held back, and each check reads everything outstanding.
 */
export function createRelayPace({ clock }: { readonly clock: Clock }): RelayPace {
  let dueAtMs = 0;
  let restEndsAtMs = 0;
  return {
    restMs() {
      const restMs = restEndsAtMs - clock.now().getTime();
      return restMs > FREEZE_EVERY_MS ? 0 : Math.max(restMs, 0);
    },
    isDue() {
      const pauseMs = dueAtMs - clock.now().getTime();
      // A longer pause than the maximum means that the clock was set back.
      return pauseMs <= 0 || pauseMs > PAUSE_MS_MAX;
    },
    note({ beganAt, search, hasFrozen }) {
      const nowMs = clock.now().getTime();
      const tookMs = search ? search.to.getTime() - search.from.getTime() : 0;
      if (hasFrozen) restEndsAtMs = beganAt.getTime() + FREEZE_EVERY_MS;
      const isInVain = !hasFrozen && tookMs >= CHEAP_MS;
      dueAtMs = isInVain ? nowMs + Math.min(tookMs * PAUSE_FACTOR, PAUSE_MS_MAX) : 0;
    },
  };
}
