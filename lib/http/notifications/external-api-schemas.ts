import { z } from "zod";
import { isUuid } from "@/lib/kernel/rules/uuid";
import { NOTIFICATION_STATES } from "@/lib/notifications/ports/notification-log";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/attempt-cause";
import { FAILURE_CODES } from "@/lib/notifications/rules/delivery-failure";
import { limit, object, time, timeText } from "../core/schemas";

const state = z.enum(NOTIFICATION_STATES, `must be one of ${NOTIFICATION_STATES.join(", ")}`);

/** Both ends of a period, in order; either may be missing. */
const isInOrder = ({ createdFrom, createdTo }: { createdFrom?: unknown; createdTo?: unknown }) =>
  !(createdFrom instanceof Date && createdTo instanceof Date) || createdFrom < createdTo;
const NOT_IN_ORDER = { path: ["createdTo"], message: "must be later than createdFrom" };

/** Query of the list of notifications; a cursor is read against the filters beside it. */
export const notificationsQuery = object({
  state: state.optional(),
  documentUuid: z
    .string()
    .refine(isUuid, "must be the uuid of a document")
    .toLowerCase()
    .optional(),
  createdFrom: timeText.optional(),
  createdTo: timeText.optional(),
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

const attemptResult = {
  at: time,
  /** What was answered, or why nothing was: one of both is null. */
  status: z.int().nullable(),
  failureCode: z.enum(FAILURE_CODES).nullable(),
  sentence: z.string().nullable(),
  fix: z.string().nullable(),
  totalMs: z.number().nonnegative(),
};

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
  lastAttempt: z.strictObject(attemptResult).nullable(),
});

/** A page of the list of notifications. */
export const notificationPage = z.strictObject({
  items: z.array(notificationRecord),
  nextCursor: z.string().nullable(),
});

const phaseMs = z.number().nonnegative().nullable();
const headers = z.record(z.string(), z.string());

/** One attempt with everything that is known of it. */
export const delivery = z.strictObject({
  at: time,
  cause: z.enum(ATTEMPT_CAUSES),
  url: z.string(),
  requestHeaders: headers,
  answer: z
    .strictObject({
      status: z.int(),
      headers,
      body: z.string(),
      isTruncated: z.boolean(),
      bodyError: z.string().nullable(),
    })
    .nullable(),
  failure: z.strictObject({ code: z.enum(FAILURE_CODES), detail: z.string() }).nullable(),
  sentence: z.string().nullable(),
  fix: z.string().nullable(),
  phasesMs: z.strictObject({
    dns: phaseMs,
    connect: phaseMs,
    tls: phaseMs,
    firstByte: phaseMs,
    total: z.number().nonnegative(),
  }),
  connection: z.strictObject({
    address: z.string().nullable(),
    port: z.int().nullable(),
    tlsVersion: z.string().nullable(),
    certificateIssuer: z.string().nullable(),
    certificateExpiresAt: time.nullable(),
  }),
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
