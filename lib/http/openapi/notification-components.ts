import {
  delivery,
  notificationDetail,
  notificationItem,
  notificationPage,
  notificationRecord,
  resendNotificationsBody,
  resentNotifications,
} from "../notifications/external-api-schemas";
import { type Component, component } from "./component";

const SENTENCE = "What happened, in words for people; null when it was answered 200.";
const FIX = "What helps; null when it was answered 200.";

const RECORD = {
  id: "Identifies the notification; the same for all its attempts.",
  webhookId: "What the receiver gets as `webhook-id`.",
  state:
    "`pending` while it is to be sent, `delivered` once it was answered 200, `undelivered` when its time was over.",
  isTest: "A test is sent once and tells of no real document.",
  itemCount: "How many changes it tells of.",
  createdAt: "When it was put together. Its content never changes.",
  settledAt: "When it was delivered or given up; null while it is pending.",
  attempts: "How often it was sent.",
  nextAttemptAt: "When it is sent next; null unless it is pending.",
  lastAttempt: "What came of the latest attempt; null before the first.",
};

/** The schemas of the delivery log that have a name in the document. */
export const NOTIFICATION_COMPONENTS: Readonly<Record<string, Component>> = {
  ResendNotifications: component("input", resendNotificationsBody, "Says what to send again.", {
    createdFrom: "Only notifications put together at this time or later.",
    createdTo: "Only notifications put together before this time.",
    state: "Only notifications in this state. Tests are never sent again.",
    dryRun: "true only counts them.",
  }),
  ResentNotifications: component("output", resentNotifications, "What was sent again.", {
    count: "How many notifications.",
  }),
  Notification: component("output", notificationRecord, "A notification.", RECORD),
  NotificationPage: component(
    "output",
    notificationPage,
    "A page of notifications, newest first.",
    {
      items: "The notifications.",
      nextCursor: "For the next page; null on the last one.",
    },
  ),
  NotificationDetail: component(
    "output",
    notificationDetail,
    "A notification with its content and its attempts.",
    {
      ...RECORD,
      items: "What it tells, in order of change.",
      body: "Exactly the text that is signed and sent.",
      deliveries: "The latest 100 attempts, oldest first.",
    },
  ),
  LastAttempt: component(
    "output",
    notificationRecord.shape.lastAttempt.unwrap(),
    "What came of an attempt.",
    {
      at: "When it began.",
      status: "What the receiver answered; null without an answer.",
      failureCode: "Why there was no answer, for programs; null with one.",
      sentence: SENTENCE,
      fix: FIX,
      totalMs: "How long it took, in milliseconds.",
    },
  ),
  NotificationItem: component("output", notificationItem, "One change of a document.", {
    uuid: "The document.",
    url: "The address of its record.",
    currentStatus: "The status from then on.",
    previousStatus: "null for the creation.",
  }),
  Delivery: component("output", delivery, "One attempt.", {
    at: "When it began.",
    cause:
      'Who started it: the schedule, the recovery of the receiver, a changed configuration, or a person with "send now", a resend or a test.',
    url: "Where it was sent.",
    requestHeaders: "What was sent beside the body. The signature is shown, the secret never.",
    answer: "What the receiver answered; null without an answer.",
    failure: "Why there was no answer; null with one.",
    sentence: SENTENCE,
    fix: FIX,
    phasesMs: "How long each part took.",
    connection: "What it was sent over.",
    nextAttemptAt: "When the next attempt was due after it; null: none was.",
  }),
  DeliveryAnswer: component(
    "output",
    delivery.shape.answer.unwrap(),
    "An answer as it came. Its text is the receiver's: show it as plain text.",
    {
      status: "Only 200 counts as received.",
      headers: "Names in lower case.",
      body: "At most its first 16 KiB; what is not UTF-8 is shown as U+FFFD.",
      isTruncated: "Whether there was more.",
      bodyError: "Why the body ended early; null when it did not.",
    },
  ),
  DeliveryFailure: component(
    "output",
    delivery.shape.failure.unwrap(),
    "Why there was no answer.",
    {
      code: "For programs.",
      detail: "For the log.",
    },
  ),
  DeliveryPhases: component(
    "output",
    delivery.shape.phasesMs,
    "Milliseconds; null where a part was not needed or not finished.",
    {
      dns: "Until the name had addresses.",
      connect: "Until the connection was open.",
      tls: "Until it was encrypted.",
      firstByte: "Until the answer began.",
      total: "Altogether.",
    },
  ),
  DeliveryConnection: component("output", delivery.shape.connection, "null: not known.", {
    address: "The address of the receiver.",
    port: "Its port.",
    tlsVersion: "The version of TLS.",
    certificateIssuer: "Who vouches for the receiver's certificate.",
    certificateExpiresAt: "Until when the certificate is valid.",
  }),
};
