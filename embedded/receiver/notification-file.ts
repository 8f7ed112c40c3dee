import { closeSync, openSync, writeSync } from "node:fs";
import { z } from "zod";
import { readFileIfExists } from "../read-file-if-exists";
import { writeFileAtomically } from "../write-file-atomically";
import {
  fromStored,
  type ReceivedNotification,
  storedNotificationSchema,
  toStored,
} from "./received-notification";

const FILE_BYTES_MAX = 16_777_216;

/** What outlives a restart. */
export interface Remembered {
  /** The number given last, also to a notification that is no longer kept. */
  readonly lastNumber: number;
  /** Oldest first. */
  readonly acceptedIds: readonly string[];
  /** Oldest first. */
  readonly notifications: readonly ReceivedNotification[];
}

/** The file behind the log: one JSON line per notification, after a first line with what else is remembered. */
export interface NotificationFile {
  readonly remembered: Remembered;
  /** Lines that were left out because they could not be read, such as one that a kill cut off. */
  readonly unreadableLines: number;
  /** Written when this returns: a kill after it loses nothing. A file of 16 MiB is first replaced by what `kept` returns. */
  append(notification: ReceivedNotification, kept: () => Remembered): void;
  /** Replaces all of it; a kill leaves the old file or the new one. */
  replace(remembered: Remembered): void;
  close(): void;
}

/** Reads the file, if there is one. Throws what the system says when it cannot be read or written. */
export function openNotificationFile(file: string): NotificationFile {
  const { unreadableLines, ...remembered } = readLines(readFileIfExists(file) ?? "");
  const replace = (kept: Remembered) => {
    const text = formatFile(kept);
    writeFileAtomically(file, text);
    closeSync(descriptor);
    descriptor = openSync(file, "a");
    bytes = Buffer.byteLength(text);
  };
  let bytes = 0;
  let descriptor = openSync(file, "a", 0o600);
  return {
    remembered,
    unreadableLines,
    append: (notification, kept) => {
      if (bytes > FILE_BYTES_MAX) replace(kept());
      const line = Buffer.from(`${JSON.stringify(toStored(notification))}\n`);
      writeSync(descriptor, line);
      bytes += line.length;
    },
    replace,
    close: () => closeSync(descriptor),
  };
}

const headSchema = z.strictObject({
  lastNumber: z.int().min(0),
  acceptedIds: z.array(z.string()),
});

function formatFile({ lastNumber, acceptedIds, notifications }: Remembered): string {
  const lines = [{ lastNumber, acceptedIds }, ...notifications.map(toStored)];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function readLines(text: string): Remembered & { unreadableLines: number } {
  const byNumber = new Map<number, ReceivedNotification>();
  const acceptedIds = new Set<string>();
  let lastNumber = 0;
  let unreadableLines = 0;
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const value = parseJson(line);
    const stored = storedNotificationSchema.safeParse(value);
    const head = headSchema.safeParse(value);
    if (stored.success) {
      byNumber.set(stored.data.number, fromStored(stored.data));
      lastNumber = Math.max(lastNumber, stored.data.number);
      if (stored.data.answered === 200 && stored.data.id !== null) acceptedIds.add(stored.data.id);
    } else if (head.success) {
      lastNumber = Math.max(lastNumber, head.data.lastNumber);
      for (const id of head.data.acceptedIds) acceptedIds.add(id);
    } else {
      unreadableLines += 1;
    }
  }
  // Lines are in the order of the answers, and one whose answer took long may stand there twice.
  const notifications = [...byNumber.values()].toSorted((a, b) => a.number - b.number);
  return { lastNumber, acceptedIds: [...acceptedIds], notifications, unreadableLines };
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
