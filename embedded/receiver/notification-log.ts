import { appendFileSync } from "node:fs";
import { z } from "zod";
import { parseJson, readFileIfExists, writeFileAtomically } from "../small-files";
import {
  type Arrival,
  type ReceivedNotification,
  receivedNotificationSchema,
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
  const entries: Mutable[] = [];
  const acceptedIds = new Set<string>();
  const counts = { received: 0, verified: 0, accepted: 0, repeats: 0 };
  let bodyCharacters = 0;
  let lastNumber = before?.lastNumber ?? 0;

  const keep = (notification: Mutable) => {
    entries.push(notification);
    bodyCharacters += notification.body.length;
    while (entries.length > notificationsKept || bodyCharacters > BODY_CHARACTERS_KEPT_MAX) {
      bodyCharacters -= entries.shift()?.body.length ?? 0;
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
  const remembered = () => ({ lastNumber, acceptedIds, notifications: entries });
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
    notifications: () => entries,
    counts: () => ({ ...counts }),
    clear: () => {
      entries.length = 0;
      bodyCharacters = 0;
      acceptedIds.clear();
      file?.rewrite();
    },
    unreadableLines: before?.unreadableLines ?? 0,
  };
}

type Mutable = { -readonly [Key in keyof ReceivedNotification]: ReceivedNotification[Key] };

const FILE_BYTES_MAX = 16_777_216;
/** Half of the file's maximum size, so that the file is rarely rewritten. */
const NOTIFICATION_BYTES_REWRITTEN_MAX = 8_388_608;

/** The state that survives a restart. */
interface Remembered {
  /** The most recent number, even if its notification is no longer kept. */
  readonly lastNumber: number;
  /** Oldest first. */
  readonly acceptedIds: Iterable<string>;
  /** Oldest first. */
  readonly notifications: readonly ReceivedNotification[];
}

const firstLineSchema = z.strictObject({
  lastNumber: z.int().min(0),
  acceptedIds: z.array(z.string()),
});
const lineSchema = z.union([receivedNotificationSchema, firstLineSchema]);

/**
 * Reads the file, if it exists. `unreadableLines` counts skipped lines, such as a line that was cut off because the
 * process was killed.
 */
function readNotificationFile(file: string): Remembered & { unreadableLines: number } {
  const byNumber = new Map<number, ReceivedNotification>();
  const acceptedIds = new Set<string>();
  let lastNumber = 0;
  let unreadableLines = 0;
  for (const text of (readFileIfExists(file) ?? "").split("\n").filter((text) => text !== "")) {
    const line = lineSchema.safeParse(parseJson(text)).data;
    if (line === undefined) {
      unreadableLines += 1;
    } else if ("acceptedIds" in line) {
      lastNumber = Math.max(lastNumber, line.lastNumber);
      for (const id of line.acceptedIds) acceptedIds.add(id);
    } else {
      byNumber.set(line.number, line);
      lastNumber = Math.max(lastNumber, line.number);
      if (line.answered === 200 && line.id !== null) acceptedIds.add(line.id);
    }
  }
  // Lines are in the order of the responses, and a notification with a late response may have two lines.
  const notifications = [...byNumber.values()].toSorted((a, b) => a.number - b.number);
  return { lastNumber, acceptedIds, notifications, unreadableLines };
}

/**
 * Opens the file that backs the log, and rewrites it immediately. Its first line holds the rest of the state, and each
 * later line holds one notification as JSON. Throws the system's error if the file cannot be written.
 */
function openNotificationFile(file: string, remembered: () => Remembered) {
  let bytes = 0;
  /**
   * Replaces the file with the current state. If the process is killed meanwhile, either the old file or the new one
   * remains.
   */
  const rewrite = () => {
    const text = formatFile(remembered());
    writeFileAtomically(file, text);
    bytes = Buffer.byteLength(text);
  };
  rewrite();
  /**
   * Once this has returned, the line has been written, so a later kill does not lose it. If the file has reached 16 MiB,
   * it is rewritten first.
   */
  const append = (notification: ReceivedNotification) => {
    if (bytes > FILE_BYTES_MAX) rewrite();
    const line = formatLine(notification);
    appendFileSync(file, line, { mode: 0o600 });
    bytes += Buffer.byteLength(line);
  };
  return { rewrite, append };
}

/** Returns the text of a file that contains as many of the newest notifications as fit. */
function formatFile({ lastNumber, acceptedIds, notifications }: Remembered): string {
  const lines: string[] = [];
  let bytes = 0;
  for (const notification of notifications.toReversed()) {
    const line = formatLine(notification);
    bytes += Buffer.byteLength(line);
    if (bytes > NOTIFICATION_BYTES_REWRITTEN_MAX) break;
    lines.push(line);
  }
  const firstLine = formatLine({ lastNumber, acceptedIds: [...acceptedIds] });
  return [firstLine, ...lines.toReversed()].join("");
}

const formatLine = (value: object) => `${JSON.stringify(value)}\n`;
