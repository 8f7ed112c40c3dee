import { z } from "zod";
import { DOCUMENTS_NAMED_MAX } from "@/lib/notifications/log-ports";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/explain-attempt";
import { UNDELIVERED_COUNT_MAX } from "@/lib/notifications/rules/notification";
import { object, pageOf, searchText, time } from "../core/schemas";
import { actor } from "../documents/document-page-schemas";
import { statusInteger } from "../documents/external-api-schemas";
import {
  delivery,
  isInOrder,
  NOT_IN_ORDER,
  notificationDetail,
  notificationRecord,
  notificationsFilters,
} from "./external-api-schemas";

const situation = {
  /** Whether a person has resent the notification after it was settled. */
  isResend: z.boolean(),
  /** The reason for the next attempt; null once the notification is settled. */
  nextCause: z.enum(ATTEMPT_CAUSES).nullable(),
  /** A sentence that describes the outcome of the notification, or what has to happen before it is sent. */
  situation: z.string(),
};

/** The query for the delivery log. It has the parameters of the external API's list and a search text. */
export const deliveryLogQuery = object({ ...notificationsFilters, q: searchText })
  .refine(isInOrder, NOT_IN_ORDER)
  .refine(({ q, documentUuid }) => q === null || documentUuid === null, {
    path: ["q"],
    message: "cannot be combined with documentUuid",
  });

/** The id, name and asset of a document. */
export const namedDocument = z.strictObject({
  uuid: z.uuid(),
  name: z.string(),
  assetIdentifier: z.string(),
});

/** A document whose changes a notification contains. */
export const notifiedDocument = namedDocument.extend({
  /** The document's newest status in the notification. */
  status: statusInteger,
});

/**
 * A notification in the delivery log: the record from the external API, the notification's documents, and a sentence
 * about its situation.
 */
const cockpitNotification = notificationRecord.extend({
  ...situation,
  documents: z.array(notifiedDocument).max(DOCUMENTS_NAMED_MAX),
  /** The total number of documents in the notification; 0 for a test. */
  documentCount: z.int().nonnegative(),
});

/** A page of the delivery log. */
export const cockpitNotificationPage = pageOf(cockpitNotification, "The notifications.").extend({
  /** Whether more documents match the search than it considers, so that notifications may be missing. */
  isCut: z.boolean(),
});

/** The response of `GET /api/cockpit/notifications`. */
export type CockpitNotificationPage = z.infer<typeof cockpitNotificationPage>;

/** A notification in the delivery log with its bytes and its attempts. */
export const cockpitNotificationDetail = notificationDetail.extend(situation);

/** The response of every call that sends one notification. */
export type CockpitNotificationDetail = z.infer<typeof cockpitNotificationDetail>;

/** A notification in the delivery log with the names of its documents. A test notification has no documents. */
export const namedNotification = cockpitNotificationDetail.extend({
  documents: z.array(namedDocument),
  deliveries: z.array(
    delivery.extend({
      /** Who caused the attempt; null if nobody did, or if it was made before authors were recorded. */
      author: actor.nullable(),
    }),
  ),
});

/** The response of `GET /api/cockpit/notifications/{id}`. */
export type NamedNotification = z.infer<typeof namedNotification>;

/** Everything on the page "External document management" except the delivery log. */
export const webhookOverview = z.strictObject({
  /** The webhook URL; null if none is set. */
  url: z.string().nullable(),
  secret: z.strictObject({
    isSet: z.boolean(),
    /** Whether the operator has set the secret, in which case it cannot be rotated here. */
    isFixed: z.boolean(),
    /** The time from which the previous secret is no longer used for signing; null if there is no previous secret. */
    previousExpiresAt: time.nullable(),
  }),
  /** The settings that the page needs to validate the URL while the user types. */
  policy: z.strictObject({
    allowedNetworks: z.array(z.string()),
    /** The origin of the built-in receiver; null if there is none. */
    builtInOrigin: z.string().nullable(),
  }),
  health: z.strictObject({
    /** The time since which no attempt has been answered with 200; null if the latest attempt was. */
    failingSince: time.nullable(),
    /** The time at which a test was delivered after the latest failed attempt; null if none was. */
    testArrivedAt: time.nullable(),
    /** The number of changes that are not in a notification yet. */
    changesWaiting: z.int().nonnegative(),
    /** The number of pending notifications, which are neither delivered nor undelivered. */
    notificationsOutstanding: z.int().nonnegative(),
    /** The time of the oldest change that has not been delivered; null if all have been delivered. */
    oldestUntoldAt: time.nullable(),
    /** The time of the earliest planned attempt; null if none is planned or there is no webhook URL. */
    nextAttemptAt: time.nullable(),
    /**
     * The number of notifications that were not delivered within 24 hours and can be resent. 10,000 means 10,000 or more.
     */
    undeliveredCount: z.int().nonnegative().max(UNDELIVERED_COUNT_MAX),
    /** The time at which a notification other than a test was last answered with 200; null if none has been. */
    lastDeliveredAt: time.nullable(),
  }),
});

/** The response of `GET`, `PUT` and `DELETE /api/cockpit/webhook`. */
export type WebhookOverview = z.infer<typeof webhookOverview>;

/** Whether notifications are being delivered, shown on every page. */
export const deliveryAlert = z.strictObject({
  /**
   * The time since which no notification has been answered with 200; null if the latest notification or a later test has
   * been answered with 200, or if no URL is set.
   */
  failingSince: time.nullable(),
});

/** The response of `GET /api/cockpit/webhook/alert`. */
export type DeliveryAlert = z.infer<typeof deliveryAlert>;

/** A new signing secret, shown only once. */
export const newWebhookSecret = z.strictObject({
  secret: z.string(),
  previousExpiresAt: time.nullable(),
  /** Whether the built-in receiver has received the secret; null if there is no built-in receiver. */
  isReceiverTold: z.boolean().nullable(),
});

/** The response to a rotation. */
export type NewWebhookSecret = z.infer<typeof newWebhookSecret>;
