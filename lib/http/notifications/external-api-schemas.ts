import { z } from "zod";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { NOTIFICATION_STATES } from "@/lib/notifications/ports/notification-log";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/attempt-cause";
import { FAILURE_CODES } from "@/lib/notifications/rules/delivery-failure";
import { limit, object, pageOf, time, timeText } from "../core/schemas";

const state = z.enum(NOTIFICATION_STATES, `must be one of ${NOTIFICATION_STATES.join(", ")}`);

/** Both ends of a period, in order; either may be missing. */
const isInOrder = ({ createdFrom, createdTo }: { createdFrom?: unknown; createdTo?: unknown }) =>
  !(createdFrom instanceof Date && createdTo instanceof Date) || createdFrom < createdTo;
const NOT_IN_ORDER = { path: ["createdTo"], message: "must be later than createdFrom" };

/** Query of the list of notifications; a cursor is read against the filters beside it. */
export const notificationsQuery = object({
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
}).refine(isInOrder, NOT_IN_ORDER);

/** Body of `POST /external-api/notifications/resends`. */
export const resendNotificationsBody = object({
  createdFrom: timeText.describe("Only notifications put together at this time or later."),
  createdTo: timeText.describe("Only notifications put together before this time."),
  state: state.describe("Only notifications in this state. Tests are never sent again."),
  dryRun: z.boolean("must be true or false").default(false).describe("true only counts them."),
}).refine(isInOrder, NOT_IN_ORDER);

const explanation = {
  sentence: z
    .string()
    .nullable()
    .describe("What happened, in words for people; null when it was answered 200."),
  fix: z.string().nullable().describe("What helps; null when it was answered 200."),
};

/** What came of an attempt. */
export const attemptResult = z.strictObject({
  at: time.describe("When it began."),
  status: z.int().nullable().describe("What the receiver answered; null without an answer."),
  failureCode: z
    .enum(FAILURE_CODES)
    .nullable()
    .describe("Why there was no answer, for programs; null with one."),
  ...explanation,
  totalMs: z.number().nonnegative().describe("How long it took, in milliseconds."),
});

/** A notification as the list shows it. */
export const notificationRecord = z.strictObject({
  id: z.uuid().describe("Identifies the notification; the same for all its attempts."),
  webhookId: z.string().describe("What the receiver gets as `webhook-id`."),
  state: state.describe(
    "`pending` while it is to be sent, `delivered` once it was answered 200, `undelivered` when its time was over.",
  ),
  isTest: z.boolean().describe("A test is sent once and tells of no real document."),
  itemCount: z.int().positive().describe("How many changes it tells of."),
  createdAt: time.describe("When it was put together. Its content never changes."),
  settledAt: time
    .nullable()
    .describe("When it was delivered or given up; null while it is pending."),
  attempts: z.int().nonnegative().describe("How often it was sent."),
  nextAttemptAt: time.nullable().describe("When it is sent next; null unless it is pending."),
  lastAttempt: attemptResult
    .nullable()
    .describe("What came of the latest attempt; null before the first."),
});

/** A page of the list of notifications. */
export const notificationPage = pageOf(notificationRecord, "The notifications.");

const phaseMs = z.number().nonnegative().nullable();
const headers = z.record(z.string(), z.string());

/** An answer of a receiver. */
export const deliveryAnswer = z.strictObject({
  status: z.int().describe("Only 200 counts as received."),
  headers: headers.describe("Names in lower case."),
  body: z.string().describe("At most its first 16 KiB; what is not UTF-8 is shown as U+FFFD."),
  isTruncated: z.boolean().describe("Whether there was more."),
  bodyError: z.string().nullable().describe("Why the body ended early; null when it did not."),
});

/** Why a receiver did not answer. */
export const deliveryFailure = z.strictObject({
  code: z.enum(FAILURE_CODES).describe("For programs."),
  detail: z.string().describe("For the log."),
});

/** How long the parts of an attempt took. */
export const deliveryPhases = z.strictObject({
  dns: phaseMs.describe("Until the name had addresses."),
  connect: phaseMs.describe("Until the connection was open."),
  tls: phaseMs.describe("Until it was encrypted."),
  firstByte: phaseMs.describe("Until the answer began."),
  total: z.number().nonnegative().describe("Altogether."),
});

/** What an attempt was sent over. */
export const deliveryConnection = z.strictObject({
  address: z.string().nullable().describe("The address of the receiver."),
  port: z.int().nullable().describe("Its port."),
  tlsVersion: z.string().nullable().describe("The version of TLS."),
  certificateIssuer: z.string().nullable().describe("Who vouches for the receiver's certificate."),
  certificateExpiresAt: time.nullable().describe("Until when the certificate is valid."),
});

/** One attempt with everything that is known of it. */
export const delivery = z.strictObject({
  at: time.describe("When it began."),
  cause: z
    .enum(ATTEMPT_CAUSES)
    .describe(
      'Who started it: the schedule, the recovery of the receiver, a changed configuration, or a person with "send now", a resend or a test.',
    ),
  url: z.string().describe("Where it was sent."),
  requestHeaders: headers.describe(
    "What was sent beside the body. The signature is shown, the secret never.",
  ),
  answer: deliveryAnswer.nullable().describe("What the receiver answered; null without an answer."),
  failure: deliveryFailure.nullable().describe("Why there was no answer; null with one."),
  ...explanation,
  phasesMs: deliveryPhases.describe("How long each part took."),
  connection: deliveryConnection.describe("What it was sent over."),
  nextAttemptAt: time
    .nullable()
    .describe("When the next attempt was due after it; null: none was."),
});

/** What a notification tells of one document. */
export const notificationItem = z.strictObject({
  uuid: z.uuid().describe("The document."),
  url: z.url().describe("The address of its record."),
  currentStatus: z.int().describe("The status from then on."),
  previousStatus: z.int().nullable().describe("null for the creation."),
});

/** A notification with its bytes and its attempts. */
export const notificationDetail = notificationRecord.extend({
  items: z.array(notificationItem).describe("What it tells, in order of change."),
  body: z.string().describe("Exactly the text that is signed and sent."),
  deliveries: z.array(delivery).describe("The latest 100 attempts, oldest first."),
});

/** How many notifications of a period were, or would be, sent again. */
export const resentNotifications = z.strictObject({
  count: z.int().nonnegative().describe("How many notifications."),
});

/** Body of `POST /external-api/external-dms-configuration`; which URLs are accepted decides `setWebhookUrl`. */
export const setWebhookUrlBody = object({
  url: z
    .string("must be a string")
    .meta({ description: "A public `https://` address.", format: "uri", pattern: "^https://" }),
});

/** Where notifications go; the URL exactly as it was given, null while none is set. Never a secret. */
export const webhookConfiguration = z.strictObject({
  url: z.string().nullable().describe("null while none is set."),
});

/** The answer of a rotation: the only one that shows a signing secret. */
export const rotatedWebhookSecret = z.strictObject({
  secret: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
    .describe("Shown this once. The one before stays valid for 24 hours."),
});
