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
  createdFrom: timeText,
  createdTo: timeText,
  state,
  dryRun: z.boolean("must be true or false").default(false),
}).refine(isInOrder, NOT_IN_ORDER);

/** What came of an attempt. */
export const attemptResult = z.strictObject({
  at: time,
  /** What was answered, or why nothing was: one of both is null. */
  status: z.int().nullable(),
  failureCode: z.enum(FAILURE_CODES).nullable(),
  sentence: z.string().nullable(),
  fix: z.string().nullable(),
  totalMs: z.number().nonnegative(),
});

/** A notification as the list shows it. */
export const notificationRecord = z.strictObject({
  id: z.uuid(),
  webhookId: z.string(),
  state,
  isTest: z.boolean(),
  itemCount: z.int().positive(),
  createdAt: time,
  settledAt: time.nullable(),
  attempts: z.int().nonnegative(),
  nextAttemptAt: time.nullable(),
  lastAttempt: attemptResult.nullable(),
});

/** A page of the list of notifications. */
export const notificationPage = pageOf(notificationRecord);

const phaseMs = z.number().nonnegative().nullable();
const headers = z.record(z.string(), z.string());

/** An answer of a receiver. */
export const deliveryAnswer = z.strictObject({
  status: z.int(),
  headers,
  body: z.string(),
  isTruncated: z.boolean(),
  bodyError: z.string().nullable(),
});

/** How long the parts of an attempt took. */
export const deliveryPhases = z.strictObject({
  dns: phaseMs,
  connect: phaseMs,
  tls: phaseMs,
  firstByte: phaseMs,
  total: z.number().nonnegative(),
});

/** What an attempt was sent over. */
export const deliveryConnection = z.strictObject({
  address: z.string().nullable(),
  port: z.int().nullable(),
  tlsVersion: z.string().nullable(),
  certificateIssuer: z.string().nullable(),
  certificateExpiresAt: time.nullable(),
});

/** One attempt with everything that is known of it. */
export const delivery = z.strictObject({
  at: time,
  cause: z.enum(ATTEMPT_CAUSES),
  url: z.string(),
  requestHeaders: headers,
  answer: deliveryAnswer.nullable(),
  failure: z.strictObject({ code: z.enum(FAILURE_CODES), detail: z.string() }).nullable(),
  sentence: z.string().nullable(),
  fix: z.string().nullable(),
  phasesMs: deliveryPhases,
  connection: deliveryConnection,
  nextAttemptAt: time.nullable(),
});

/** What a notification tells of one document. */
export const notificationItem = z.strictObject({
  uuid: z.uuid(),
  url: z.url(),
  currentStatus: z.int(),
  previousStatus: z.int().nullable(),
});

/** A notification with its bytes and its attempts. */
export const notificationDetail = notificationRecord.extend({
  items: z.array(notificationItem),
  body: z.string(),
  deliveries: z.array(delivery),
});

/** How many notifications of a period were, or would be, sent again. */
export const resentNotifications = z.strictObject({ count: z.int().nonnegative() });

/** Body of `POST /external-api/external-dms-configuration`; which URLs are accepted decides `setWebhookUrl`. */
export const setWebhookUrlBody = object({ url: z.string("must be a string") });

/** Where notifications go; the URL exactly as it was given, null while none is set. Never a secret. */
export const webhookConfiguration = z.strictObject({ url: z.string().nullable() });

/** The answer of a rotation: the only one that shows a signing secret. */
export const rotatedWebhookSecret = z.strictObject({
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/),
});
