import type { AttemptCause } from "@/lib/notifications/rules/explain-attempt";
import { actorText } from "./actor-texts";
import { formatCount } from "./format";
import { changesText, notificationsText } from "./webhook-texts";

/** The states of a notification, repeated here because components cannot import the port's type. */
export type DeliveryState = "pending" | "delivered" | "undelivered";

/** All states, in the order in which they are offered. */
export const DELIVERY_STATES: readonly DeliveryState[] = ["pending", "delivered", "undelivered"];

/** The label of each state. */
export const STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  pending: "Pending",
  delivered: "Delivered",
  undelivered: "Undelivered",
};

/** The meaning of each state, for tooltips. */
export const STATE_MEANINGS: Readonly<Record<DeliveryState, string>> = {
  pending: "Not received yet. Stagedoor keeps trying for 24 hours.",
  delivered: "The receiver responded with 200.",
  undelivered: "The receiver did not respond with 200 in time. Stagedoor stopped trying.",
};

const REQUESTED: Partial<Record<AttemptCause, (who: string) => string>> = {
  "send-now": (who) => `${who} chose “Send now”`,
  resend: (who) => `${who} chose “Resend”`,
  test: (who) => `${who} sent a test`,
};

/** The reason for an attempt; `causeText` names who caused it. */
export const CAUSE_LABELS: Readonly<Record<AttemptCause, string>> = {
  schedule: "Scheduled",
  recovery: "The receiver recovered",
  configuration: "A webhook URL was set",
  "send-now": "Someone chose “Send now”",
  resend: "Someone chose “Resend”",
  test: "Someone sent a test",
};

/** Describes why an attempt was made, with the name of who caused it if that is known. */
export function causeText(
  cause: AttemptCause,
  author: Parameters<typeof actorText>[0] | null,
): string {
  const requested = REQUESTED[cause];
  return author && requested ? requested(actorText(author)) : CAUSE_LABELS[cause];
}

/** Text for the delivery log. */
export const LOG_TEXTS = {
  title: "Delivery log",
  intro: "Every notification and its attempts, newest first.",
  filter: "Filter notifications",
  all: "All",
  newest: "Newest notifications",
  test: "Test",
  changes: (count: number) => changesText(count),
  /** Distinguishes a notification from others with the same number of changes, by the name of one of its documents. */
  changesOf: (changes: string, documentName: string) => `${changes}: ${documentName}`,
  attempts: (count: number) =>
    count === 0 ? "no attempt yet" : `${formatCount(count)} attempt${count === 1 ? "" : "s"}`,
  resent: "resent",
  detailsOf: (name: string) => `Details: ${name}`,
  nextAttempt: "Next attempt",
  sendNow: "Send now",
  resend: "Resend",
  sendNowOf: (name: string) => `Send now: ${name}`,
  resendOf: (name: string) => `Resend: ${name}`,
  sendingNow: "Sending the notification now",
  resending: "Resending the notification",
  notSent: "The notification was not sent",
  emptyTitle: "No notifications yet",
  empty: "Set a webhook URL above, then drop a file on a tile in the cockpit.",
  emptyLink: "Go to the cockpit",
  search: "Search by document or asset",
  searchOrder: "Matching names are listed first, then values and content.",
  searchCut:
    "More documents match than can be searched at once, so some notifications may be missing. Type more of the name.",
  moreDocuments: (count: number) => `and ${formatCount(count)} more`,
  emptySearch: (text: string) =>
    `No notifications match “${text}”. Only documents that are in a notification can be found.`,
  emptyFilter: (state: DeliveryState | "all") =>
    ({
      all: "No notifications.",
      pending: "No pending notifications.",
      delivered: "No delivered notifications yet.",
      undelivered: "No undelivered notifications.",
    })[state],
  showAll: "Show all",
  more: "Show older",
  loadingMore: "Loading…",
} as const;

/** Text for the dialog that resends notifications from a period. */
export const PERIOD_TEXTS = {
  open: "Resend from a period",
  title: "Resend notifications from a period",
  intro:
    "All notifications from the period will be resent, oldest first, with the same id and content. Tests will not be resent.",
  state: "Notifications",
  stateLabels: {
    undelivered: "Undelivered",
    delivered: "Delivered",
    pending: "Pending (send now)",
  } satisfies Record<DeliveryState, string>,
  from: "From",
  to: "To",
  zone: (zone: string) => `Times are in your time zone, ${zone}. Both minutes are included.`,
  fromMissing: "Enter the start of the period.",
  toMissing: "Enter the end of the period.",
  notInOrder: "The end must not be before the start.",
  count: "Count notifications",
  counting: "Counting…",
  found: (count: number) => `${notificationsText(count)} in this period.`,
  foundNone: "No such notifications in this period. Choose a different period.",
  send: (count: number) => `Resend ${formatCount(count)}`,
  sendNow: (count: number) => `Send ${formatCount(count)} now`,
  sending: "Sending…",
  sent: (count: number) => `${notificationsText(count)} ${count === 1 ? "is" : "are"} being sent`,
  sentHelp: "Follow them in the delivery log.",
} as const;

/** Text for the page of one notification. */
export const NOTIFICATION_TEXTS = {
  pageTitle: "Notification",
  back: "External document management",
  title: (count: number) => `Notification with ${changesText(count)}`,
  testTitle: "Test notification",
  created: "Created",
  delivered: "Delivered",
  givenUp: "Gave up",
  attempts: "Attempts",
  nextAttempt: "Next attempt",
  webhookId: "Webhook ID",
  copyWebhookId: "Copy webhook ID",
  contentTitle: "Content",
  testContent:
    "A test is about a document that does not exist. Your receiver should verify it, respond with 200, and do nothing.",
  isNew: "New document",
  to: "to",
  showAllItems: (count: number) => `Show all ${changesText(count)}`,
  items: "Changes in this notification",
  bodyTitle: "Raw body",
  bodyIntro: "Every attempt sends exactly these bytes.",
  body: "Notification body",
  copyBody: "Copy body",
  attemptsTitle: "Attempts",
  attemptsIntro: "Newest first.",
  noAttempts: "No attempts yet.",
  olderAttempts: (count: number) => `${formatCount(count)} older attempts are not shown.`,
  notFoundTitle: "Notification not found",
  notFound: "Check the address, or look for the notification in the delivery log.",
  notFoundLink: "Go to the delivery log",
} as const;

/** Text for an attempt. */
export const ATTEMPT_TEXTS = {
  number: (n: number) => `Attempt ${formatCount(n)}`,
  answered: (status: number, duration: string) => `Answered ${status} after ${duration}`,
  noAnswer: (duration: string) => `No response after ${duration}`,
  whatHelps: "What to do:",
  next: "The next attempt was scheduled for",
  details: "Request, response and connection",
  sentTo: "Sent to",
  /** Distinguishes a part of this attempt from the same part of other attempts. */
  regionOf: (title: string, of: string) => `${title}: ${of}`,
  requestHeaders: "Request headers",
  answerHeaders: "Response headers",
  answerBody: "Response body",
  noHeaders: "No headers.",
  emptyBody: "The response body is empty.",
  truncated: "Only the first 16 KiB are shown.",
  bodyError: (error: string) => `The response body ended early: ${error}`,
  failure: "Technical details",
  timing: "Timing",
  phases: {
    dns: "DNS lookup",
    connect: "Connecting",
    tls: "TLS handshake",
    firstByte: "Waiting for the response",
    rest: "Reading the response",
  },
  notReached: "not needed or not reached",
  total: "Total",
  connection: "Connection",
  address: "Address",
  tlsVersion: "TLS version",
  certificateIssuer: "Certificate issued by",
  certificateExpiresAt: "Certificate valid until",
  unknown: "unknown",
} as const;

/** The time until an event. */
export const UNTIL_TEXTS = {
  now: "now",
  inSeconds: (text: string) => `in ${text}`,
} as const;
