/** One change of status as the receiver is told it. */
export interface NotificationItem {
  readonly uuid: string;
  readonly url: string;
  readonly currentStatus: number;
  /** null for a document that was just created. */
  readonly previousStatus: number | null;
}

/** How many changes one notification tells at most. */
export const NOTIFICATION_ITEMS_MAX = 100;

/** This many notifications may be outstanding before changes are collected instead. */
export const OUTSTANDING_MAX = 8;

/** A change that waited so long is told whatever is outstanding. */
export const FREEZE_ANYWAY_AFTER_MS = 60_000;

/** This many notifications that were given up are counted; the number stands for more, too. */
export const UNDELIVERED_COUNT_MAX = 10_000;

/** The document of a test notification: there is none with the nil UUID. */
export const TEST_ITEM_UUID = "00000000-0000-0000-0000-000000000000";

/**
 * The bytes that are signed and sent: a JSON array, each item with exactly these four keys in this order.
 * @throws Error when there is none, or more than 100
 */
export function notificationBody(items: readonly NotificationItem[]): Buffer {
  if (items.length === 0 || items.length > NOTIFICATION_ITEMS_MAX) {
    throw new Error(`a notification has 1 to ${NOTIFICATION_ITEMS_MAX} items, not ${items.length}`);
  }
  return Buffer.from(
    JSON.stringify(
      items.map(({ uuid, url, currentStatus, previousStatus }) => ({
        uuid,
        url,
        currentStatus,
        previousStatus,
      })),
    ),
  );
}

/** Whether waiting changes become a notification now, rather than after the outcome of one that is outstanding. */
export function shouldFreeze({
  outstanding,
  waiting,
  oldestWaitingMs,
}: {
  outstanding: number;
  waiting: number;
  oldestWaitingMs: number;
}): boolean {
  if (waiting === 0) return false;
  return (
    outstanding < OUTSTANDING_MAX ||
    waiting >= NOTIFICATION_ITEMS_MAX ||
    oldestWaitingMs >= FREEZE_ANYWAY_AFTER_MS
  );
}

/** The value of the header `webhook-id`: the same for every attempt of a notification. */
export const webhookIdOf = (notificationId: string): string => `msg_${notificationId}`;
