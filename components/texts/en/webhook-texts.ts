import { formatCount } from "./format";

const s = (count: number) => (count === 1 ? "" : "s");

/** A number of changes in words; 0 is "no changes". */
export const changesText = (count: number) =>
  count === 0 ? "no changes" : `${formatCount(count)} change${s(count)}`;

/** A number of notifications in words; 0 is "no notifications". */
export const notificationsText = (count: number) =>
  count === 0 ? "no notifications" : `${formatCount(count)} notification${s(count)}`;

/** What the page and the card of the Webhook URL say. */
export const WEBHOOK_TEXTS = {
  room: "Administration",
  title: "External document management",
  intro:
    "Stagedoor tells one other system when a document changes: it sends a short message, a notification, to that system’s address, and repeats it until it has arrived.",
  urlTitle: "Where notifications go",
  urlLabel: "Webhook URL",
  urlDescription:
    "The address of the other system that receives the notifications. Whoever runs that system can tell you; it begins with https://.",
  urlPlaceholder: "https://dms.example.com/stagedoor",
  urlMissing: "Enter an address first. To stop sending, use Remove.",
  urlWrong: (problem: string) => `The address ${problem}.`,
  save: "Save and test",
  saving: "Saving and testing …",
  remove: "Remove",
  fillBuiltIn: "Use the built-in receiver",
  builtInHint:
    "For trying things out on this machine: Stagedoor comes with a receiver that accepts everything it can verify.",
  openBuiltIn: "Open the receiver’s own page",
  openBuiltInHint:
    "It opens in a new tab. Your browser will warn of its certificate, which this machine made for itself; you can go on.",
  changedByOther: (url: string | null) =>
    url === null
      ? "Somebody else removed the Webhook URL meanwhile"
      : "Somebody else changed the Webhook URL meanwhile",
  changedByOtherNow: "It is now:",
  changedByOtherHelp: "What you typed was kept. Saving it replaces what the other person did.",
  takeTheirs: "Discard what I typed",
  how: "How notifications are sent, and what is in them",
  howPoints: [
    "Each notification goes to this address by HTTPS, as a POST request, and is signed.",
    "Only the answer 200 counts as received. After any other answer, or none, Stagedoor tries again at longer and longer intervals, for 24 hours if the operator has set nothing else.",
    "A notification holds 1 to 100 changes in their order. It has no file and no name in it: the receiver reads the document at its url.",
  ],
  exampleTitle: "Example of a body",
  exampleNote: "A document that was waiting for its upload (1) has been uploaded (2).",
  example: `[
  {
    "uuid": "019aa2f3-7c31-7a4e-9d0b-3f2a1c5e8b74",
    "url": "https://stagedoor.example.com/external-api/staged-documents/019aa2f3-7c31-7a4e-9d0b-3f2a1c5e8b74",
    "currentStatus": 2,
    "previousStatus": 1
  }
]`,
  removeTitle: "Remove the Webhook URL?",
  removePoints: [
    "From then on nothing is sent.",
    "Changes made while no address is set are never sent later. The other system can still read them from the API.",
    "What already waits is kept until it is 24 hours old. If you set an address in that time, it is sent there.",
  ],
  removeConfirm: "Remove it",
  removed: "The Webhook URL was removed",
  nothingSet:
    "No Webhook URL is set, so nothing can be sent. Enter one under External document management, then try again.",
  notSaved: "The Webhook URL was not saved",
  notRemoved: "The Webhook URL was not removed",
} as const;

/** What a test notification came to, in words. */
export const TEST_TEXTS = {
  savedTitle: "The Webhook URL was saved.",
  savedDespite:
    "It was saved all the same, and notifications are repeated until they arrive. If the address is wrong, correct it above.",
  savedWithoutTest: "The Webhook URL was saved, but the test could not be made",
  notTested: "The test could not be made",
  arrived: (result: string) => `The test arrived. ${result}.`,
  failed: (result: string) => `The test did not arrive. ${result}.`,
  whatHelps: "What helps:",
  ofSaving: "test after saving",
  ofTest: "test",
  sentTo: "Sent to",
  sentAt: "at",
  putBack: (url: string) => `Put back ${url}`,
  removeAgain: "Remove it again",
  close: "Close the result",
  showLog: "See everything about this test",
} as const;

/** What the card of the signing secret says. */
export const SECRET_TEXTS = {
  title: "Signing secret",
  intro:
    "Each notification is signed with a secret that only Stagedoor and your receiver know. So the receiver can tell a real one from a false one.",
  isSet: "A secret is set",
  isSetHelp:
    "It cannot be shown again. If your receiver does not have it, create a new one and put that into the receiver.",
  isNotSet: "No secret is set yet",
  isNotSetHelp:
    "One is made by itself when you save a Webhook URL. Create one here to see it and put it into your receiver.",
  isFixed: "The operator decides the secret",
  isFixedHelp:
    "It comes from the setting WEBHOOK_SIGNING_SECRET. To change it, change the setting and start Stagedoor again.",
  previous: "The secret of before is accepted too, until",
  create: "Create a new secret",
  confirmTitle: "Create a new signing secret?",
  confirmPoints: [
    "The new secret is shown once, right afterwards.",
    "For 24 hours every notification carries two signatures, one of each secret. Put the new one into your receiver in that time, and nothing is refused.",
    "If an even older secret is still accepted now, it stops at once.",
  ],
  confirmFirst: "The secret is shown once, right afterwards. Put it into your receiver.",
  confirm: "Create it",
  notCreated: "No secret was created",
  newTitle: "Your new signing secret",
  newIntro:
    "Copy it into your receiver’s settings now. It is shown this once; Stagedoor does not show it again.",
  newLabel: "New signing secret",
  copy: "Copy the secret",
  overlap: "The secret of before is accepted until",
  receiverTold: "The built-in receiver has it already.",
  receiverNotTold:
    "The built-in receiver could not be told. It will report that no signature fits; starting Stagedoor again tells it.",
  stored: "I have stored it",
  recipe: "How a receiver checks a signature",
  recipeIntro:
    "For whoever writes the receiver, in Node. The signature is over the raw bytes of the body: check it before they are parsed.",
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
  recipeNote: "It follows Standard Webhooks 1.0, so its libraries work too.",
} as const;

/** What the card of the receiver's health says. */
export const HEALTH_TEXTS = {
  title: "Receiver health",
  noWebhook: "No Webhook URL is set",
  noWebhookHelp:
    "Nothing is sent. Enter a Webhook URL above; changes made until then are never sent later.",
  noWebhookWaiting: (waiting: string) =>
    `Nothing is sent. What waits from before (${waiting}) is kept until it is 24 hours old: enter a Webhook URL above in that time.`,
  untried: "No change was sent yet",
  untriedHelp:
    "The Webhook URL is set. Drop a file on a tile in the cockpit and see it arrive, or send a test.",
  delivered: "Everything is delivered",
  deliveredHelp: "The other system knows every change. There is nothing to do.",
  caughtUp: "Nothing waits",
  caughtUpHelp: (givenUp: string) =>
    `What is new is delivered, but ${givenUp} could not be delivered in time. They can be sent again, in the delivery log below.`,
  waiting: (waiting: string) => `${waiting} on the way`,
  waitingHelp: "The receiver answers; what waits is sent in a moment. There is nothing to do.",
  failing: "Failing since",
  failingHelp: (waiting: string, isOne: boolean) => `${waiting} ${isOne ? "waits" : "wait"}.`,
  failingNothing: "Nothing waits any more. Send a test to see whether the receiver answers again.",
  failingNext: "The next attempt is",
  failingAdvice: "The newest entries of the delivery log below say why, and what helps.",
  changesWaiting: "Changes waiting",
  outstanding: "Notifications outstanding",
  undelivered: "Given up",
  undeliveredLink: (count: string) => `${count}, show them in the delivery log`,
  lastDelivered: "Last delivered",
  oldestUntold: "Oldest change not delivered",
  never: "never",
  none: "none",
  sendTest: "Send test",
  sendingTest: "Sending the test …",
} as const;
