/** A status change as sent to the receiver. */
export interface NotificationItem {
  readonly uuid: string;
  readonly url: string;
  readonly currentStatus: number;
  /** null for a document that was just created. */
  readonly previousStatus: number | null;
}

/** The maximum number of changes in one notification. */
export const NOTIFICATION_ITEMS_MAX = 100;

/** How many notifications can be outstanding before changes are batched. */
export const OUTSTANDING_MAX = 8;

/** A change that has waited this long is sent, however many notifications are outstanding. */
export const FREEZE_ANYWAY_AFTER_MS = 60_000;

/** Undelivered notifications are counted only up to this number, so that this count means this many or more. */
export const UNDELIVERED_COUNT_MAX = 10_000;

/** The document uuid in a test notification; no document has the nil UUID. */
export const TEST_ITEM_UUID = "00000000-0000-0000-0000-000000000000";

/**
 * Returns the bytes that are signed and sent: a JSON array whose items have exactly these four keys in this order.
 * @throws Error if there are no items or more than 100
 */
export function notificationBody(items: readonly NotificationItem[]): Buffer {
  if (items.length === 0 || items.length > NOTIFICATION_ITEMS_MAX) {
    throw new Error(
      `a notification must have 1 to ${NOTIFICATION_ITEMS_MAX} items, not ${items.length}`,
    );
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

/** Returns whether waiting changes become a notification now, rather than after an outstanding one is settled. */
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

/** Returns the value of the `webhook-id` header, which is the same for every attempt of a notification. */
export const webhookIdOf = (notificationId: string): string => `msg_${notificationId}`;
