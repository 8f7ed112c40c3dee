import { openNotificationFile, type Remembered } from "./notification-file";
import {
  type Arrival,
  type ReceivedNotification,
  toStored,
  understandArrival,
} from "./received-notification";

const ACCEPTED_IDS_MAX = 10_000;
const BODY_BYTES_KEPT_MAX = 33_554_432;
/** Half of what its file may hold, so that it is rarely written anew. */
const BYTES_REWRITTEN_MAX = 8_388_608;

/** What a log counts since it was opened. */
export interface NotificationCounts {
  readonly received: number;
  readonly verified: number;
  readonly accepted: number;
  readonly repeats: number;
}

/** Everything that arrived, in order, and which ids were answered with 200. */
export interface NotificationLog {
  /** Takes an arrival up in memory, at once. */
  add(arrival: Arrival): ReceivedNotification;
  /** Notes what is answered (null: nothing) in memory and in the file; call it before the answer is sent. */
  conclude(notification: ReceivedNotification, answered: number | null): void;
  /** Oldest first. The same array every time: it grows and, at its limit, loses its oldest. */
  notifications(): readonly ReceivedNotification[];
  counts(): NotificationCounts;
  /** Forgets the notifications and the accepted ids. Numbers go on. */
  clear(): void;
  /** Lines of the file that could not be read when it was opened. */
  readonly unreadableLines: number;
  close(): void;
}

/**
 * Keeps the newest notifications (at most `notificationsKept`, and 32 MiB of bodies) and 10,000 accepted ids, in memory and,
 * with a file, over restarts.
 * @param file null: memory only
 */
export function openNotificationLog(
  file: string | null,
  notificationsKept: number,
): NotificationLog {
  const stored = file === null ? null : openNotificationFile(file);
  const kept: Mutable[] = [];
  const acceptedIds = new Set<string>();
  const counts = { received: 0, verified: 0, accepted: 0, repeats: 0 };
  let bodyBytes = 0;
  let lastNumber = stored?.remembered.lastNumber ?? 0;

  const keep = (notification: Mutable) => {
    kept.push(notification);
    bodyBytes += notification.body.length;
    while (kept.length > notificationsKept || bodyBytes > BODY_BYTES_KEPT_MAX) {
      bodyBytes -= kept.shift()?.body.length ?? 0;
    }
  };
  const accept = (id: string) => {
    acceptedIds.delete(id);
    acceptedIds.add(id);
    const [oldest] = acceptedIds;
    if (acceptedIds.size > ACCEPTED_IDS_MAX && oldest !== undefined) acceptedIds.delete(oldest);
  };
  const remember = (): Remembered => ({
    lastNumber,
    acceptedIds: [...acceptedIds],
    notifications: newest(kept, BYTES_REWRITTEN_MAX),
  });

  for (const notification of stored?.remembered.notifications ?? []) keep({ ...notification });
  for (const id of stored?.remembered.acceptedIds ?? []) accept(id);
  stored?.replace(remember());
  return {
    add: (arrival) => {
      const understood = understandArrival(arrival);
      const isRepeat = understood.id !== null && acceptedIds.has(understood.id);
      lastNumber += 1;
      const notification = { ...understood, number: lastNumber, isRepeat, answered: null };
      keep(notification);
      counts.received += 1;
      counts.verified += understood.verified ? 1 : 0;
      counts.repeats += isRepeat ? 1 : 0;
      return notification;
    },
    conclude: (notification, answered) => {
      const mutable: Mutable = notification;
      stored?.append({ ...notification, answered }, remember);
      mutable.answered = answered;
      if (answered !== 200) return;
      counts.accepted += 1;
      if (notification.id !== null) accept(notification.id);
    },
    notifications: () => kept,
    counts: () => ({ ...counts }),
    clear: () => {
      kept.length = 0;
      bodyBytes = 0;
      acceptedIds.clear();
      stored?.replace(remember());
    },
    unreadableLines: stored?.unreadableLines ?? 0,
    close: () => stored?.close(),
  };
}

type Mutable = { -readonly [Key in keyof ReceivedNotification]: ReceivedNotification[Key] };

/** The newest ones that fit into this many bytes as JSON, oldest first. */
function newest(
  notifications: readonly ReceivedNotification[],
  bytesMax: number,
): ReceivedNotification[] {
  const taken: ReceivedNotification[] = [];
  let bytes = 0;
  for (const notification of notifications.toReversed()) {
    bytes += Buffer.byteLength(JSON.stringify(toStored(notification)));
    if (bytes > bytesMax) break;
    taken.push(notification);
  }
  return taken.toReversed();
}
