import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { parseJson } from "../small-files";

const ITEMS_MAX = 100;

const itemSchema = z.strictObject({
  uuid: z.guid(),
  url: z.string(),
  currentStatus: z.int(),
  previousStatus: z.int().nullable(),
});

const bodySchema = z.array(itemSchema).min(1).max(ITEMS_MAX);

/** One status change, as the contract defines it: exactly these four fields. */
export type ReceivedItem = z.infer<typeof itemSchema>;

/**
 * A request that has arrived, in the form in which it is stored in memory and in the file, and shown by the control API.
 */
export const receivedNotificationSchema = z.strictObject({
  /** Counted from 1, with no gaps, even across restarts. */
  number: z.int().min(1),
  arrivedAtMs: z.number(),
  method: z.string(),
  /** The path, including the query. */
  path: z.string(),
  /** The webhook-id header, which is the same for all attempts; null if there is none. */
  id: z.string().nullable(),
  /** The x-stagedoor-attempt header; null if it is not a number. */
  attempt: z.int().nullable(),
  isTest: z.boolean(),
  /** null if the body is not 1 to 100 items with exactly their four fields. */
  items: z.array(itemSchema).nullable(),
  verified: z.boolean(),
  /** A sentence that says why the notification is not verified; null if it is verified. */
  whyNotVerified: z.string().nullable(),
  /** Whether a notification with this id was answered with 200 before this one arrived. */
  isRepeat: z.boolean(),
  /** The status of the response; null if no response has been sent. */
  answered: z.int().nullable(),
  /** Names are in lower case. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** `base64` if the body is not UTF-8. */
  bodyEncoding: z.enum(["utf8", "base64"]),
});

/** A notification in the form of {@link receivedNotificationSchema}. */
export type ReceivedNotification = Readonly<z.infer<typeof receivedNotificationSchema>>;

/** The properties of a request other than its body. */
export type Arrival = Pick<
  ReceivedNotification,
  "arrivedAtMs" | "method" | "path" | "headers" | "whyNotVerified"
>;

/**
 * Derives the properties that follow from the request itself. The log adds the number, the repeat flag and the response
 * later.
 */
export function understandArrival(arrival: Arrival, body: Buffer) {
  const { headers, whyNotVerified } = arrival;
  const attempt = headers["x-stagedoor-attempt"];
  const bodyEncoding: ReceivedNotification["bodyEncoding"] = isUtf8(body) ? "utf8" : "base64";
  return {
    ...arrival,
    id: headers["webhook-id"] ?? null,
    attempt: attempt !== undefined && /^\d{1,9}$/.test(attempt) ? Number(attempt) : null,
    isTest: headers["x-stagedoor-test"] === "1",
    items: bodySchema.safeParse(parseJson(body.toString())).data ?? null,
    verified: whyNotVerified === null,
    body: body.toString(bodyEncoding),
    bodyEncoding,
  };
}
