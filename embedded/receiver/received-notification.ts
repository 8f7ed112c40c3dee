import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";

const ITEMS_MAX = 100;

const itemSchema = z.strictObject({
  uuid: z.guid(),
  url: z.string(),
  currentStatus: z.int(),
  previousStatus: z.int().nullable(),
});

const bodySchema = z.array(itemSchema).min(1).max(ITEMS_MAX);

/** One status change, as the contract has it: these four fields and nothing else. */
export type ReceivedItem = z.infer<typeof itemSchema>;

/** A request that arrived, whatever it was. */
export interface Arrival {
  readonly arrivedAtMs: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes as they came. */
  readonly body: Buffer;
  /** null: verified. Otherwise a sentence that says why not. */
  readonly whyNotVerified: string | null;
}

/** An arrival, understood and numbered. */
export interface ReceivedNotification extends Arrival {
  /** Counts up from 1, without gaps, also over restarts. */
  readonly number: number;
  /** The header webhook-id: the same for all attempts. null when there is none. */
  readonly id: string | null;
  /** The header x-stagedoor-attempt, null when it is no number. */
  readonly attempt: number | null;
  readonly isTest: boolean;
  /** null: the body is not 1 to 100 items with exactly their four fields. */
  readonly items: readonly ReceivedItem[] | null;
  readonly verified: boolean;
  /** A notification of this id was answered with 200 before this one arrived. */
  readonly isRepeat: boolean;
  /** The status that was answered; null: none yet, or never. */
  readonly answered: number | null;
}

/** What the request itself says; number, repeat and answer are for the log to add. */
export function understandArrival(arrival: Arrival) {
  const { headers, body, whyNotVerified } = arrival;
  const attempt = headers["x-stagedoor-attempt"];
  return {
    ...arrival,
    id: headers["webhook-id"] ?? null,
    attempt: attempt !== undefined && /^\d{1,9}$/.test(attempt) ? Number(attempt) : null,
    isTest: headers["x-stagedoor-test"] === "1",
    items: readItems(body),
    verified: whyNotVerified === null,
  };
}

function readItems(body: Buffer): readonly ReceivedItem[] | null {
  try {
    return bodySchema.safeParse(JSON.parse(body.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** Node's headers with one text each. */
export function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value ?? "")]);
  return Object.fromEntries(entries);
}

/** How a notification is kept in the file and shown by the control API. */
export const storedNotificationSchema = z.strictObject({
  number: z.int().min(1),
  arrivedAtMs: z.number(),
  method: z.string(),
  path: z.string(),
  id: z.string().nullable(),
  attempt: z.int().nullable(),
  isTest: z.boolean(),
  items: z.array(itemSchema).nullable(),
  verified: z.boolean(),
  whyNotVerified: z.string().nullable(),
  isRepeat: z.boolean(),
  answered: z.int().nullable(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** `base64` where the body is not UTF-8. */
  bodyEncoding: z.enum(["utf8", "base64"]),
});

/** See the schema. */
export type StoredNotification = z.infer<typeof storedNotificationSchema>;

/** The same as JSON; from it the very bytes of the body come back. */
export function toStored(notification: ReceivedNotification): StoredNotification {
  const text = notification.body.toString("utf8");
  const isText = Buffer.from(text).equals(notification.body);
  return {
    ...notification,
    items: notification.items === null ? null : [...notification.items],
    body: isText ? text : notification.body.toString("base64"),
    bodyEncoding: isText ? "utf8" : "base64",
  };
}

/** The reverse of {@link toStored}. */
export function fromStored(stored: StoredNotification): ReceivedNotification {
  const { bodyEncoding, ...notification } = stored;
  return { ...notification, body: Buffer.from(stored.body, bodyEncoding) };
}
