import { z } from "zod";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { NOTIFICATION_STATES } from "@/lib/notifications/log-ports";
import { ATTEMPT_CAUSES, FAILURE_CODES } from "@/lib/notifications/rules/explain-attempt";
import { limit, object, pageOf, time, timeText } from "../core/schemas";

const state = z.enum(NOTIFICATION_STATES, `must be one of ${NOTIFICATION_STATES.join(", ")}`);

/** Returns whether a period ends after it starts, or has no start or no end. */
export const isInOrder = ({
  createdFrom,
  createdTo,
}: {
  createdFrom?: unknown;
  createdTo?: unknown;
}) => !(createdFrom instanceof Date && createdTo instanceof Date) || createdFrom < createdTo;
/** The error for a period that does not end after it starts. */
export const NOT_IN_ORDER = { path: ["createdTo"], message: "must be later than createdFrom" };

/** The parameters for a list of notifications. */
export const notificationsFilters = {
  state: state.nullable().default(null),
  documentUuid: z
    .string()
    .refine(isUuid, "must be the uuid of a document")
    .toLowerCase()
    .nullable()
    .default(null),
  createdFrom: timeText.nullable().default(null),
  createdTo: timeText.nullable().default(null),
  limit,
  cursor: z.string().optional(),
} as const;

/** The query for the list of notifications. A cursor is valid only with the filters of the request that returned it. */
export const notificationsQuery = object(notificationsFilters).refine(isInOrder, NOT_IN_ORDER);

/** The body of `POST /external-api/notifications/resends`. */
export const resendNotificationsBody = object({
  createdFrom: timeText.describe("Only notifications created at or after this time."),
  createdTo: timeText.describe("Only notifications created before this time."),
  state: state.describe("Only notifications in this state. Tests are never resent."),
  dryRun: z
    .boolean("must be true or false")
    .default(false)
    .describe("Whether to only count the notifications without resending them."),
}).refine(isInOrder, NOT_IN_ORDER);

const explanation = {
  sentence: z
    .string()
    .nullable()
    .describe("What happened, for people; null if the receiver responded with 200."),
  fix: z.string().nullable().describe("What to do; null if the receiver responded with 200."),
};

/** The result of an attempt. */
export const attemptResult = z.strictObject({
  at: time.describe("When the attempt began."),
  status: z.int().nullable().describe("The response status; null if there was no response."),
  failureCode: z
    .enum(FAILURE_CODES)
    .nullable()
    .describe("Why there was no response, as a code; null if there was one."),
  ...explanation,
  totalMs: z.number().nonnegative().describe("How long the attempt took, in milliseconds."),
});

/** A notification as the list shows it. */
export const notificationRecord = z.strictObject({
  id: z.uuid().describe("Identifies the notification; the same for all its attempts."),
  webhookId: z.string().describe("The value of the header `webhook-id`."),
  state: state.describe(
    "`pending` until it is delivered, `delivered` once the receiver has responded with 200, `undelivered` if it did not respond with 200 in time.",
  ),
  isTest: z
    .boolean()
    .describe("Whether this is a test. A test is sent once and is not about a real document."),
  itemCount: z.int().positive().describe("The number of changes."),
  createdAt: time.describe("When the notification was created. Its content never changes."),
  settledAt: time
    .nullable()
    .describe(
      "When the notification was delivered or became undelivered; null while it is pending.",
    ),
  attempts: z.int().nonnegative().describe("The number of attempts."),
  nextAttemptAt: time
    .nullable()
    .describe("When the next attempt is due; null unless the notification is pending."),
  lastAttempt: attemptResult
    .nullable()
    .describe("The result of the latest attempt; null before the first."),
});

/** A page of the list of notifications. */
export const notificationPage = pageOf(notificationRecord, "The notifications.");

const phaseMs = z.number().nonnegative().nullable();
const headers = z.record(z.string(), z.string());

/** A response from a receiver. */
export const deliveryAnswer = z.strictObject({
  status: z.int().describe("Only 200 counts as received."),
  headers: headers.describe("Header names are in lower case."),
  body: z.string().describe("The first 16 KiB at most. Invalid UTF-8 is replaced with U+FFFD."),
  isTruncated: z
    .boolean()
    .describe("Whether the original body was longer than the part kept in `body`."),
  bodyError: z.string().nullable().describe("Why the body ended early; null if it did not."),
});

/** The reason why a receiver did not respond. */
export const deliveryFailure = z.strictObject({
  code: z.enum(FAILURE_CODES).describe("For programs."),
  detail: z.string().describe("Technical details, for the log."),
});

/** The duration of each part of an attempt. */
export const deliveryPhases = z.strictObject({
  dns: phaseMs.describe("DNS lookup."),
  connect: phaseMs.describe("Opening the connection."),
  tls: phaseMs.describe("TLS handshake."),
  firstByte: phaseMs.describe("Waiting for the first byte of the response."),
  total: z.number().nonnegative().describe("The whole attempt."),
});

/** The connection that an attempt used. */
export const deliveryConnection = z.strictObject({
  address: z.string().nullable().describe("The address of the receiver."),
  port: z.int().nullable().describe("The port of the receiver."),
  tlsVersion: z.string().nullable().describe("The TLS version."),
  certificateIssuer: z.string().nullable().describe("The issuer of the receiver's certificate."),
  certificateExpiresAt: time.nullable().describe("When the certificate expires."),
});

/** One attempt with all its details. */
export const delivery = z.strictObject({
  at: time.describe("When the attempt began."),
  cause: z
    .enum(ATTEMPT_CAUSES)
    .describe(
      'What caused the attempt: the schedule, the recovery of the receiver, a configuration change, or a person with "send now", a resend or a test.',
    ),
  url: z.string().describe("The URL to which the request was sent."),
  requestHeaders: headers.describe(
    "The request headers. They show the signature, never the secret.",
  ),
  answer: deliveryAnswer.nullable().describe("The response; null if there was none."),
  failure: deliveryFailure.nullable().describe("Why there was no response; null if there was one."),
  ...explanation,
  phasesMs: deliveryPhases.describe("How long each part took."),
  connection: deliveryConnection.describe("The connection that the attempt used."),
  nextAttemptAt: time.nullable().describe("When the next attempt was due; null if there was none."),
});

/** A change of one document, as notifications contain it. */
export const notificationItem = z.strictObject({
  uuid: z.uuid().describe("Identifies the document."),
  url: z.url().describe("The URL of the document's record."),
  currentStatus: z.int().describe("The new status."),
  previousStatus: z.int().nullable().describe("null for the creation."),
});

/** A notification with its bytes and its attempts. */
export const notificationDetail = notificationRecord.extend({
  items: z.array(notificationItem).describe("The changes, in order."),
  body: z.string().describe("Exactly the text that is signed and sent."),
  deliveries: z.array(delivery).describe("The latest 100 attempts, oldest first."),
});

/** The number of notifications from a period that were, or would be, resent. */
export const resentNotifications = z.strictObject({
  count: z.int().nonnegative().describe("The number of notifications."),
});

/** The body of `POST /external-api/external-dms-configuration`. `setWebhookUrl` determines which URLs are accepted. */
export const setWebhookUrlBody = object({
  url: z
    .string("must be a string")
    .meta({ description: "A public `https://` address.", format: "uri", pattern: "^https://" }),
});

/** The URL to which notifications are sent, exactly as it was set; null if none is set. Never contains a secret. */
export const webhookConfiguration = z.strictObject({
  url: z.string().nullable().describe("null if no URL is set."),
});

/** The response to a rotation. It is the only response that contains a signing secret. */
export const rotatedWebhookSecret = z.strictObject({
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
    .describe("Shown only once. The previous secret works for another 24 hours."),
});
