import { appendFileSync } from "node:fs";
import { z } from "zod";
import { parseJson } from "../parse-json";
import { readFileIfExists } from "../read-file-if-exists";
import { writeFileAtomically } from "../write-file-atomically";
import { type ReceivedNotification, receivedNotificationSchema } from "./received-notification";

const FILE_BYTES_MAX = 16_777_216;
/** Half of the file's maximum size, so that the file is rarely rewritten. */
const NOTIFICATION_BYTES_REWRITTEN_MAX = 8_388_608;

/** The state that survives a restart. */
export interface Remembered {
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
export function readNotificationFile(file: string): Remembered & { unreadableLines: number } {
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
export function openNotificationFile(file: string, remembered: () => Remembered) {
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
