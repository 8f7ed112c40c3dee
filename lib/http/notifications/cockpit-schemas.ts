import { z } from "zod";
import { DOCUMENTS_NAMED_MAX } from "@/lib/notifications/ports/delivery-log";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/attempt-cause";
import { UNDELIVERED_COUNT_MAX } from "@/lib/notifications/rules/notification";
import { object, pageOf, searchText, time } from "../core/schemas";
import { statusInteger } from "../documents/external-api-schemas";
import {
  isInOrder,
  NOT_IN_ORDER,
  notificationDetail,
  notificationRecord,
  notificationsFilters,
} from "./external-api-schemas";

const situation = {
  /** Whether a person resent it after it was settled. */
  isResend: z.boolean(),
  /** Why the next attempt will be made; null once it is settled. */
  nextCause: z.enum(ATTEMPT_CAUSES).nullable(),
  /** What it waits for, or what became of it, in a sentence. */
  situation: z.string(),
};

/** Query of the delivery log: as in the external API, and what people search for. */
export const deliveryLogQuery = object({ ...notificationsFilters, q: searchText })
  .refine(isInOrder, NOT_IN_ORDER)
  .refine(({ q, documentUuid }) => q === null || documentUuid === null, {
    path: ["q"],
    message: "cannot be combined with documentUuid",
  });

/** What people know a document by. */
export const namedDocument = z.strictObject({
  uuid: z.uuid(),
  name: z.string(),
  assetIdentifier: z.string(),
});

/** A document that a notification is about. */
export const notifiedDocument = namedDocument.extend({
  /** The newest one that the notification tells. */
  status: statusInteger,
});

/** A notification as the delivery log lists it: as in the external API, what it is about, and what it waits for. */
const cockpitNotification = notificationRecord.extend({
  ...situation,
  documents: z.array(notifiedDocument).max(DOCUMENTS_NAMED_MAX),
  /** Of all documents in it; 0 for a test. */
  documentCount: z.int().nonnegative(),
});

/** A page of the delivery log, newest first. */
export const cockpitNotificationPage = pageOf(cockpitNotification, "The notifications.");

/** The answer of `GET /api/cockpit/notifications`. */
export type CockpitNotificationPage = z.infer<typeof cockpitNotificationPage>;

/** A notification of the delivery log with its bytes and its attempts. */
export const cockpitNotificationDetail = notificationDetail.extend(situation);

/** The answer of everything that sends one notification. */
export type CockpitNotificationDetail = z.infer<typeof cockpitNotificationDetail>;

/** A notification of the delivery log with the names of its documents; none for a test. */
export const namedNotification = cockpitNotificationDetail.extend({
  documents: z.array(namedDocument),
});

/** The answer of `GET /api/cockpit/notifications/{id}`. */
export type NamedNotification = z.infer<typeof namedNotification>;

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
    /** While it fails: when a test arrived after every other attempt; null: none did. */
    testArrivedAt: time.nullable(),
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

/** What people see wherever they are: whether notifications arrive. */
export const deliveryAlert = z.strictObject({
  /** Since when no notification was answered 200; null: the latest one was, a test was since, or no URL is set. */
  failingSince: time.nullable(),
});

/** The answer of `GET /api/cockpit/webhook/alert`. */
export type DeliveryAlert = z.infer<typeof deliveryAlert>;

/** A new signing secret, shown this once. */
export const newWebhookSecret = z.strictObject({
  secret: z.string(),
  previousExpiresAt: time.nullable(),
  /** Whether the built-in receiver was told it; null: there is none. */
  isReceiverTold: z.boolean().nullable(),
});

/** The answer of a rotation. */
export type NewWebhookSecret = z.infer<typeof newWebhookSecret>;
