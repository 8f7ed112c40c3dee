import { openNotificationFile, readNotificationFile } from "./notification-file";
import {
  type Arrival,
  type ReceivedNotification,
  understandArrival,
} from "./received-notification";

const ACCEPTED_IDS_MAX = 10_000;
const BODY_CHARACTERS_KEPT_MAX = 33_554_432;

/** All notifications that arrived, in order, and the ids of those that were answered with 200. */
export interface NotificationLog {
  /** Stores an arrival in memory immediately. */
  add(arrival: Arrival, body: Buffer): ReceivedNotification;
  /** Records the response (null if there is none) in memory and in the file. Call it before the response is sent. */
  noteAnswer(notification: ReceivedNotification, answered: number | null): void;
  /**
   * The stored notifications, oldest first. Always the same array: it grows and, at its limit, loses its oldest items.
   */
  notifications(): readonly ReceivedNotification[];
  /** The counts since the log was opened. */
  counts(): { received: number; verified: number; accepted: number; repeats: number };
  /** Removes the notifications and the accepted ids. Numbering continues. */
  clear(): void;
  /** Lines of the file that could not be read when it was opened. */
  readonly unreadableLines: number;
}

/**
 * Opens the log. It keeps the newest notifications (at most `notificationsKept`, with at most 32 Mi characters of
 * bodies) and 10,000 accepted ids in memory and, if there is a file, also across restarts.
 * @param path the file; null to keep everything in memory only
 */
export function openNotificationLog(
  path: string | null,
  notificationsKept: number,
): NotificationLog {
  const before = path === null ? null : readNotificationFile(path);
  const kept: Mutable[] = [];
  const acceptedIds = new Set<string>();
  const counts = { received: 0, verified: 0, accepted: 0, repeats: 0 };
  let bodyCharacters = 0;
  let lastNumber = before?.lastNumber ?? 0;

  const keep = (notification: Mutable) => {
    kept.push(notification);
    bodyCharacters += notification.body.length;
    while (kept.length > notificationsKept || bodyCharacters > BODY_CHARACTERS_KEPT_MAX) {
      bodyCharacters -= kept.shift()?.body.length ?? 0;
    }
  };
  const accept = (id: string) => {
    acceptedIds.delete(id);
    acceptedIds.add(id);
    const [oldest] = acceptedIds;
    if (acceptedIds.size > ACCEPTED_IDS_MAX && oldest !== undefined) acceptedIds.delete(oldest);
  };

  for (const notification of before?.notifications ?? []) keep(notification);
  for (const id of before?.acceptedIds ?? []) accept(id);
  const remembered = () => ({ lastNumber, acceptedIds, notifications: kept });
  const file = path === null ? null : openNotificationFile(path, remembered);
  return {
    add: (arrival, body) => {
      const understood = understandArrival(arrival, body);
      const isRepeat = understood.id !== null && acceptedIds.has(understood.id);
      lastNumber += 1;
      const notification = { ...understood, number: lastNumber, isRepeat, answered: null };
      keep(notification);
      counts.received += 1;
      counts.verified += understood.verified ? 1 : 0;
      counts.repeats += isRepeat ? 1 : 0;
      return notification;
    },
    noteAnswer: (notification, answered) => {
      const mutable: Mutable = notification;
      file?.append({ ...notification, answered });
      mutable.answered = answered;
      if (answered !== 200) return;
      counts.accepted += 1;
      if (notification.id !== null) accept(notification.id);
    },
    notifications: () => kept,
    counts: () => ({ ...counts }),
    clear: () => {
      kept.length = 0;
      bodyCharacters = 0;
      acceptedIds.clear();
      file?.rewrite();
    },
    unreadableLines: before?.unreadableLines ?? 0,
  };
}

type Mutable = { -readonly [Key in keyof ReceivedNotification]: ReceivedNotification[Key] };
