import { z } from "zod";
import { ATTEMPT_CAUSES } from "@/lib/notifications/rules/attempt-cause";
import { notificationDetail, notificationPage, notificationRecord } from "./external-api-schemas";

const situation = {
  /** Whether a person had it sent anew after it was settled. */
  isResend: z.boolean(),
  /** Why the next attempt will be made; null once it is settled. */
  nextCause: z.enum(ATTEMPT_CAUSES).nullable(),
  /** What it waits for, or what became of it, in a sentence. */
  situation: z.string(),
};

/** A notification as the delivery log lists it: that of the external API, and what it waits for. */
const cockpitNotification = notificationRecord.extend(situation);

/** A page of the delivery log, newest first. */
export const cockpitNotificationPage = notificationPage.extend({
  items: z.array(cockpitNotification),
});

/** The answer of `GET /api/cockpit/notifications`. */
export type CockpitNotificationPage = z.infer<typeof cockpitNotificationPage>;

/** A notification of the delivery log with its bytes and its attempts. */
export const cockpitNotificationDetail = notificationDetail.extend(situation);

/** The answer of everything that shows or sends one notification. */
export type CockpitNotificationDetail = z.infer<typeof cockpitNotificationDetail>;
