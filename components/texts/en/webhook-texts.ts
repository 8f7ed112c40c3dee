import { formatCount } from "./format";

const s = (count: number) => (count === 1 ? "" : "s");

/** Returns a number of changes in words, such as "no changes" for 0. */
export const changesText = (count: number) =>
  count === 0 ? "no changes" : `${formatCount(count)} change${s(count)}`;

/** Returns a number of notifications in words, such as "no notifications" for 0. */
export const notificationsText = (count: number) =>
  count === 0 ? "no notifications" : `${formatCount(count)} notification${s(count)}`;

/** Text for the external DMS page and its webhook card. */
export const WEBHOOK_TEXTS = {
  title: "External document management",
  intro:
    "Stagedoor notifies one remote system when a document changes. It sends each notification to that system’s address and retries until it arrives.",
  urlTitle: "Webhook",
  urlLabel: "Webhook URL",
  urlDescription:
    "The https:// address where the remote system receives notifications. Ask the administrator of that system.",
  urlPlaceholder: "https://dms.example.com/stagedoor",
  urlMissing: "Enter a URL first. To stop notifications, choose Remove.",
  urlWrong: (problem: string) => `The URL ${problem}.`,
  save: "Save and test",
  saving: "Saving and testing…",
  remove: "Remove",
  fillBuiltIn: "Use the built-in receiver",
  builtInHint:
    "For testing on this machine. The built-in receiver accepts every notification that it can verify.",
  changedByOther: (url: string | null) =>
    url === null
      ? "Someone else has removed the webhook URL"
      : "Someone else has changed the webhook URL",
  changedByOtherNow: "It is now:",
  changedByOtherHelp: "Your text was kept. If you save it, you will overwrite their change.",
  takeTheirs: "Discard my changes",
  how: "How notifications work",
  howPoints: [
    "Stagedoor sends each notification to this URL as a signed HTTPS POST request.",
    "Only a 200 response counts as received. After any other response, or none, Stagedoor retries at increasing intervals, for 24 hours by default.",
    "A notification contains 1 to 100 changes in order, without file or name. The receiver can read each document at its url.",
  ],
  exampleTitle: "Example body",
  exampleNote: "A document changed from waiting for upload (1) to uploaded (2).",
  example: `[
  {
    "uuid": "019aa2f3-7c31-7a4e-9d0b-3f2a1c5e8b74",
    "url": "https://stagedoor.example.com/external-api/staged-documents/019aa2f3-7c31-7a4e-9d0b-3f2a1c5e8b74",
    "currentStatus": 2,
    "previousStatus": 1
  }
]`,
  removeTitle: "Remove the webhook URL?",
  removePoints: [
    "Stagedoor will stop sending notifications.",
    "Changes made while no URL is set will not be sent, even if you set one later. The remote system can still read them through the API.",
    "Pending notifications will be kept for 24 hours. If you set a URL within that time, they will be sent to it.",
  ],
  removeConfirm: "Remove URL",
  removed: "The webhook URL was removed",
  nothingSet:
    "No webhook URL is set. Enter one under External document management, then try again.",
  notSaved: "The webhook URL was not saved",
  notRemoved: "The webhook URL was not removed",
} as const;

/** Text for the result of a test notification. */
export const TEST_TEXTS = {
  savedTitle: "The webhook URL was saved.",
  savedDespite:
    "The URL was saved anyway, and Stagedoor retries notifications until they arrive. If the URL is wrong, correct it above.",
  savedWithoutTest: "The webhook URL was saved, but the test could not be sent",
  notTested: "The test could not be sent",
  arrived: (result: string) => `The test arrived. ${result}.`,
  failed: (result: string) => `The test did not arrive. ${result}.`,
  whatHelps: "What to do:",
  ofSaving: "test after saving",
  ofTest: "test",
  sentTo: "Sent to",
  sentAt: "at",
  putBack: (url: string) => `Restore ${url}`,
  removeAgain: "Remove the URL again",
  close: "Close result",
  showLog: "View test details",
} as const;

/** Text for the signing secret card. */
export const SECRET_TEXTS = {
  title: "Signing secret",
  intro:
    "Stagedoor signs each notification with a secret that only it and your receiver know, so your receiver can reject forged ones.",
  isSet: "A signing secret is set",
  isSetHelp:
    "It cannot be shown again. If your receiver does not have it, create a new secret and add it to your receiver.",
  isNotSet: "No signing secret is set yet",
  isNotSetHelp:
    "Create one here to see it and add it to your receiver. Otherwise, saving a webhook URL creates one automatically.",
  isFixed: "The operator sets the signing secret",
  isFixedHelp: "To change it, change the setting WEBHOOK_SIGNING_SECRET and restart Stagedoor.",
  previous: "The previous secret works until",
  create: "Create a new secret",
  confirmTitle: "Create a new signing secret?",
  confirmPoints: [
    "The new secret will be shown only once.",
    "For 24 hours, every notification will be signed with both secrets. Add the new secret to your receiver within that time.",
    "If an even older secret still works, it will stop working immediately.",
  ],
  confirmFirst: "The secret is shown only once. Add it to your receiver.",
  confirm: "Create secret",
  notCreated: "No secret was created",
  newTitle: "Your new signing secret",
  newIntro: "Copy it to your receiver’s settings now. Stagedoor will not show it again.",
  newLabel: "New signing secret",
  copy: "Copy secret",
  overlap: "The previous secret works until",
  receiverTold: "The built-in receiver already has it.",
  receiverNotTold:
    "The built-in receiver could not be updated and will reject signatures. To update it, restart Stagedoor.",
  stored: "I have copied it",
  recipe: "How to verify a signature",
  recipeIntro:
    "For receivers in Node. Verify the signature over the raw bytes of the body, before you parse them.",
  recipeCode: `import { createHmac, timingSafeEqual } from "node:crypto";

function isGenuine(rawBody, headers, secret) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (!id || !timestamp) return false;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const digest = createHmac("sha256", key)
    .update(\`\${id}.\${timestamp}.\`).update(rawBody).digest("base64");
  const want = Buffer.from(\`v1,\${digest}\`);
  return (headers["webhook-signature"] ?? "").split(" ").some((entry) => {
    const got = Buffer.from(entry);
    return got.length === want.length && timingSafeEqual(got, want);
  });
}`,
  recipeNote: "Signatures follow Standard Webhooks 1.0, so you can also use its libraries.",
} as const;

/** Text for the receiver health card. */
export const HEALTH_TEXTS = {
  title: "Receiver health",
  noWebhook: "No webhook URL is set",
  noWebhookHelp:
    "No notifications are sent. Changes made before you enter a webhook URL above will not be sent.",
  noWebhookWaiting: (waiting: string) =>
    `No notifications are sent. Enter a webhook URL above within 24 hours to deliver what is pending: ${waiting}.`,
  untried: "No notifications sent yet",
  untriedHelp:
    "To see a notification arrive, drop a file on a tile in the cockpit, or send a test.",
  delivered: "Everything is delivered",
  deliveredHelp:
    "Every notification has arrived. Changes made while no webhook URL was set are never sent.",
  caughtUp: "Nothing pending",
  caughtUpHelp: (givenUp: string) =>
    `New changes are delivered, but ${givenUp} could not be delivered in time. You can resend them in the delivery log below.`,
  waiting: (waiting: string) => `${waiting} on the way`,
  waitingHelp: "The receiver is responding. Pending changes will be sent in a moment.",
  failing: "Failing since",
  failingHelp: (waiting: string) => `${waiting} pending.`,
  failingNothing: "Nothing is pending. Send a test to check whether the receiver responds again.",
  responding: "The receiver responds again",
  respondingNothing: "Nothing is pending. New changes are sent immediately.",
  sendPending: "Send pending notifications now",
  sendingPending: "Sending…",
  pendingSent: (count: number) =>
    `${notificationsText(count)} ${count === 1 ? "is" : "are"} being sent`,
  pendingNotSent: "The pending notifications were not sent",
  failingNext: "The next attempt is",
  failingAdvice: "The latest entries in the delivery log below show why and what to do.",
  changesWaiting: "Pending changes",
  outstanding: "Pending notifications",
  undelivered: "Undelivered",
  undeliveredLink: (count: string) => `${count}, show in the delivery log`,
  lastDelivered: "Last delivered",
  oldestUntold: "Oldest undelivered change",
  never: "never",
  none: "none",
  sendTest: "Send test",
  sendingTest: "Sending the test…",
} as const;
