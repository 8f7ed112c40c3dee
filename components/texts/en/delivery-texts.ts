import type { AttemptCause } from "@/lib/notifications/rules/attempt-cause";
import { formatCount } from "./format";
import { changesText, notificationsText } from "./webhook-texts";

/** The states of a notification; the port's own type is out of reach for components. */
export type DeliveryState = "pending" | "delivered" | "undelivered";

/** All states, for choices. */
export const DELIVERY_STATES: readonly DeliveryState[] = ["pending", "delivered", "undelivered"];

/** A state in words. */
export const STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  pending: "Pending",
  delivered: "Delivered",
  undelivered: "Undelivered",
};

/** What a state means, for tooltips. */
export const STATE_MEANINGS: Readonly<Record<DeliveryState, string>> = {
  pending: "Not received yet: Stagedoor tries until it is, for 24 hours",
  delivered: "The receiver answered 200",
  undelivered: "No attempt was answered 200 in time, so it was given up",
};

/** Why an attempt was made. */
export const CAUSE_LABELS: Readonly<Record<AttemptCause, string>> = {
  schedule: "By the schedule",
  recovery: "The receiver answered again",
  configuration: "A Webhook URL was set",
  "send-now": "A person chose “Send now”",
  resend: "A person chose “Resend”",
  test: "A person sent a test",
};

/** What the delivery log says. */
export const LOG_TEXTS = {
  title: "Delivery log",
  intro: "Every notification and what became of it, newest first.",
  filter: "Show notifications",
  all: "All",
  newest: "Newest notifications",
  test: "Test",
  changes: (count: number) => changesText(count),
  attempts: (count: number) =>
    count === 0 ? "no attempt yet" : `${formatCount(count)} attempt${count === 1 ? "" : "s"}`,
  resent: "sent again by a person",
  nextAttempt: "Next attempt",
  sendNow: "Send now",
  resend: "Resend",
  sendNowOf: (name: string) => `Send now: ${name}`,
  resendOf: (name: string) => `Resend: ${name}`,
  sendingNow: "It is being sent now",
  resending: "It is being sent again",
  notSent: "It was not sent",
  emptyTitle: "Nothing was sent yet",
  empty: "Set a Webhook URL above, then drop a file on a tile in the cockpit.",
  emptyLink: "Go to the cockpit",
  emptyFilter: (state: DeliveryState) =>
    ({
      pending: "Nothing is pending: everything was delivered or given up.",
      delivered: "Nothing was delivered yet.",
      undelivered: "Nothing was given up.",
    })[state],
  showAll: "Show all",
  more: "Show older ones",
  loadingMore: "Loading older ones …",
} as const;

/** What the dialog to resend a period says. */
export const PERIOD_TEXTS = {
  open: "Resend a period",
  title: "Resend a period",
  intro:
    "Sends all notifications of a period again, oldest first, each with the same id and content. Tests are left out.",
  state: "Which ones",
  stateLabels: {
    undelivered: "Given up",
    delivered: "Delivered",
    pending: "Still pending: send them now",
  } satisfies Record<DeliveryState, string>,
  from: "From",
  to: "To",
  zone: (zone: string) => `Times of your own zone, ${zone}; both minutes are included.`,
  fromMissing: "Enter when the period begins.",
  toMissing: "Enter when the period ends.",
  notInOrder: "The end must not be before the beginning.",
  count: "Count them",
  counting: "Counting …",
  found: (count: number) => `${notificationsText(count)} in this period.`,
  foundNone: "No notifications of this kind are in this period. Choose another one.",
  send: (count: number) => `Send ${formatCount(count)} again`,
  sendNow: (count: number) => `Send ${formatCount(count)} now`,
  sending: "Sending …",
  sent: (count: number) => `${notificationsText(count)} ${count === 1 ? "is" : "are"} being sent`,
  sentHelp: "The delivery log shows what becomes of them.",
} as const;

/** What the page of one notification says. */
export const NOTIFICATION_TEXTS = {
  pageTitle: "Notification",
  back: "External document management",
  title: (count: number) => `Notification of ${changesText(count)}`,
  testTitle: "Test notification",
  created: "Created",
  delivered: "Delivered",
  givenUp: "Given up",
  attempts: "Attempts",
  nextAttempt: "Next attempt",
  webhookId: "Webhook id",
  copyWebhookId: "Copy the webhook id",
  contentTitle: "What it says",
  testContent:
    "A test tells of a document that does not exist. Your receiver should verify it, answer 200, and do nothing.",
  isNew: "New document",
  to: "to",
  showAllItems: (count: number) => `Show all ${changesText(count)}`,
  items: "Changes in this notification",
  bodyTitle: "The exact body",
  bodyIntro: "Every attempt sends these very bytes.",
  body: "Body of the notification",
  copyBody: "Copy the body",
  attemptsTitle: "Attempts",
  attemptsIntro: "The newest one first.",
  noAttempts: "No attempt was made yet.",
  olderAttempts: (count: number) => `${formatCount(count)} older attempts are not shown.`,
  notFoundTitle: "There is no such notification",
  notFound: "Compare the address with where it came from, or look for it in the delivery log.",
  notFoundLink: "To the delivery log",
} as const;

/** What one attempt says. */
export const ATTEMPT_TEXTS = {
  number: (n: number) => `Attempt ${formatCount(n)}`,
  answered: (status: number, duration: string) => `Answered ${status} after ${duration}`,
  noAnswer: (duration: string) => `No answer after ${duration}`,
  whatHelps: "What helps:",
  next: "The next attempt was planned for",
  details: "Request, answer and connection",
  sentTo: "Sent to",
  /** Names a part of one attempt among those of others. */
  regionOf: (title: string, of: string) => `${title}: ${of}`,
  requestHeaders: "Headers of the request",
  answerHeaders: "Headers of the answer",
  answerBody: "Body of the answer",
  noHeaders: "There were none.",
  emptyBody: "The body of the answer is empty.",
  truncated: "Only the first 16 KiB were read.",
  bodyError: (error: string) => `The body ended early: ${error}`,
  failure: "Technical reason",
  timing: "Where the time went",
  phases: {
    dns: "Finding the address (DNS)",
    connect: "Connecting",
    tls: "Securing the connection (TLS)",
    firstByte: "Waiting for the answer",
    rest: "Reading the answer",
  },
  notReached: "not needed or not reached",
  total: "Total",
  connection: "Connection",
  address: "Address",
  tlsVersion: "TLS version",
  certificateIssuer: "Certificate issued by",
  certificateExpiresAt: "Certificate valid until",
  unknown: "not known",
} as const;

/** How soon something comes. */
export const UNTIL_TEXTS = {
  now: "now",
  inSeconds: (text: string) => `in ${text}`,
} as const;
