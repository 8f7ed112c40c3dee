import { z } from "zod";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/attempt-cause";
import { UNDELIVERED_COUNT_MAX } from "@/lib/notifications/rules/notification";
import { pageOf, time } from "../core/schemas";
import { notificationDetail, notificationRecord } from "./external-api-schemas";

const situation = {
  /** Whether a person resent it after it was settled. */
  isResend: z.boolean(),
  /** Why the next attempt will be made; null once it is settled. */
  nextCause: z.enum(ATTEMPT_CAUSES).nullable(),
  /** What it waits for, or what became of it, in a sentence. */
  situation: z.string(),
};

/** A notification as the delivery log lists it: as in the external API, and what it waits for. */
const cockpitNotification = notificationRecord.extend(situation);

/** A page of the delivery log, newest first. */
export const cockpitNotificationPage = pageOf(cockpitNotification, "The notifications.");

/** The answer of `GET /api/cockpit/notifications`. */
export type CockpitNotificationPage = z.infer<typeof cockpitNotificationPage>;

/** A notification of the delivery log with its bytes and its attempts. */
export const cockpitNotificationDetail = notificationDetail.extend(situation);

/** The answer of everything that shows or sends one notification. */
export type CockpitNotificationDetail = z.infer<typeof cockpitNotificationDetail>;

/** Everything that the page "External document management" shows besides the delivery log. */
export const webhookOverview = z.strictObject({
  /** null while none is set. */
  url: z.string().nullable(),
  secret: z.strictObject({
    isSet: z.boolean(),
    /** A setting of the operator decides it: it cannot be rotated here. */
    isFixed: z.boolean(),
    /** Until when the previous secret also signs; null: there is none. */
    previousExpiresAt: time.nullable(),
  }),
  /** What the field's rule needs, so that it can judge while somebody types. */
  policy: z.strictObject({
    allowedNetworks: z.array(z.string()),
    /** The built-in receiver's; null: there is none. */
    builtInOrigin: z.string().nullable(),
  }),
  health: z.strictObject({
    /** Since when no attempt was answered 200; null: the last one was. */
    failingSince: time.nullable(),
    /** Changes that are in no notification yet. */
    changesWaiting: z.int().nonnegative(),
    /** Notifications that are pending: neither delivered nor undelivered. */
    notificationsOutstanding: z.int().nonnegative(),
    /** When the oldest change was made that the receiver was not told yet; null: it knows everything. */
    oldestUntoldAt: time.nullable(),
    /** The earliest one; null: none is planned, or there is no webhook URL. */
    nextAttemptAt: time.nullable(),
    /** Given up after 24 hours; they can be sent again. 10,000 stands for 10,000 and more. */
    undeliveredCount: z.int().nonnegative().max(UNDELIVERED_COUNT_MAX),
    /** When a notification was last answered 200, tests left out; null: none was. */
    lastDeliveredAt: time.nullable(),
  }),
});

/** The answer of `GET`, `PUT` and `DELETE /api/cockpit/webhook`. */
export type WebhookOverview = z.infer<typeof webhookOverview>;

/** A new signing secret, shown this once. */
export const newWebhookSecret = z.strictObject({
  secret: z.string(),
  previousExpiresAt: time.nullable(),
  /** Whether the built-in receiver was told it; null: there is none. */
  isReceiverTold: z.boolean().nullable(),
});

/** The answer of a rotation. */
export type NewWebhookSecret = z.infer<typeof newWebhookSecret>;
