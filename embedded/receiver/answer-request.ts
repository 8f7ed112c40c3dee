import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Behaviour } from "./behaviours";
import { answerControlRequest, CONTROL_PREFIX, type RunningReceiver } from "./control-api";
import type { ReceivedItem, ReceivedNotification } from "./received-notification";

const BODY_BYTES_MAX = 1_048_576;

/**
 * Answers one request, which is a notification or a control request. Rejects only if the connection or our own file
 * fails.
 */
export async function answerRequest(
  receiver: RunningReceiver,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrivedAtMs = Date.now();
  const body = await readBody(request);
  const { method = "GET", url: path = "/" } = request;
  if (path.startsWith(CONTROL_PREFIX)) {
    const { status, json } = answerControlRequest(receiver, request, body);
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(`${JSON.stringify(json)}\n`);
    return;
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value ?? "")]),
  );
  const why = whyNotVerified(headers, body, receiver.secrets, Date.now() / 1_000);
  const notification = receiver.log.add(
    { arrivedAtMs, method, path, headers, whyNotVerified: why },
    body ?? Buffer.alloc(0),
  );
  receiver.onChange();
  const behaviour = chooseBehaviour(receiver, notification, body);
  await answerNotification(receiver, notification, { response, behaviour });
}

/**
 * Chooses the behaviour. Only a notification counts towards a behaviour that is limited to the next few notifications.
 */
function chooseBehaviour(
  { behaviours }: RunningReceiver,
  notification: ReceivedNotification,
  body: Buffer | null,
): Behaviour {
  if (body === null) return { kind: "answer", status: 413 };
  if (notification.method !== "POST") return { kind: "answer", status: 405 };
  return behaviours.next(notification);
}

/**
 * The response is written to the file before it is sent. So if the process is killed, no 200 that a sender has seen is
 * lost.
 */
async function answerNotification(
  receiver: RunningReceiver,
  notification: ReceivedNotification,
  { response, behaviour }: { response: ServerResponse; behaviour: Behaviour },
): Promise<void> {
  const isGone = behaviour.kind === "slow" && (await isClosedWithin(response, behaviour.delayMs));
  const answer = isGone
    ? "the sender disconnected before the answer"
    : decideAnswer(receiver, notification, behaviour);
  const isSilent = typeof answer === "string";
  receiver.log.noteAnswer(notification, isSilent ? null : answer.status);
  receiver.print(
    describeNotification(notification, isSilent ? answer : `answered ${answer.status}`),
  );
  receiver.onChange();
  if (!isSilent) {
    response.writeHead(answer.status, {
      "content-type": "text/plain; charset=utf-8",
      ...answer.headers,
    });
    response.end(`${answer.text}\n`);
  } else if (behaviour.kind === "reset") {
    response.socket?.destroy();
  }
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Decides on the response. A string means that no response is sent, and says why. */
function decideAnswer(
  receiver: RunningReceiver,
  notification: ReceivedNotification,
  behaviour: Behaviour,
): Answer | string {
  switch (behaviour.kind) {
    case "accept":
    case "slow":
      return acceptOrRefuse(receiver, notification);
    case "answer":
      return fixedAnswer(receiver, behaviour);
    case "fail-at-random":
      return Math.random() < behaviour.share
        ? fixedAnswer(receiver, behaviour)
        : acceptOrRefuse(receiver, notification);
    case "hang":
      return "not answered";
    case "reset":
      return "closed the connection";
    default:
      throw new Error(`unknown behaviour ${JSON.stringify(behaviour satisfies never)}`);
  }
}

/**
 * Decides how a correct receiver responds. Without a secret, the receiver accepts every sender, because it is meant for
 * testing.
 */
function acceptOrRefuse(
  { secrets }: RunningReceiver,
  { whyNotVerified: why, items, isRepeat }: ReceivedNotification,
): Answer {
  if (secrets.length > 0 && why !== null) return { status: 401, text: `Not verified: ${why}.` };
  if (items !== null) return { status: 200, text: isRepeat ? "Received again." : "Received." };
  return {
    status: 400,
    text: "Not a notification: expected a JSON array of 1 to 100 objects with exactly uuid, url, currentStatus, previousStatus.",
  };
}

function fixedAnswer(
  { origin }: RunningReceiver,
  { status, retryAfterSeconds }: { status: number; retryAfterSeconds?: number | undefined },
): Answer {
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  const headers = {
    ...(isRedirect && { location: `${origin}/moved` }),
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
  };
  return { status, headers, text: `This receiver responds with ${status}.` };
}

/** Waits this long. Resolves with true if the sender closed the connection in the meantime. */
async function isClosedWithin(response: ServerResponse, delayMs: number): Promise<boolean> {
  const waits = new AbortController();
  const { signal } = waits;
  return Promise.race([
    once(response, "close", { signal }).then(() => true),
    sleep(delayMs, false, { signal }),
  ]).finally(() => waits.abort());
}

/**
 * Returns null if the body is larger than 1 MiB. The rest of such a body is read and discarded, so that the sender can
 * read the response.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  return bytes > BODY_BYTES_MAX ? null : Buffer.concat(chunks);
}

const ITEMS_SHOWN_MAX = 5;
const TEXT_SHOWN_MAX = 100;

/**
 * Describes a notification in one line: time, id, attempt, changes, whether it is verified, and the outcome. The
 * sender's text is reduced to printable ASCII, so that it cannot send control sequences to a terminal.
 * @param outcome such as `answered 200`
 */
function describeNotification(notification: ReceivedNotification, outcome: string): string {
  const { arrivedAtMs, id, attempt, isTest, isRepeat, whyNotVerified } = notification;
  const parts = [
    new Date(arrivedAtMs).toISOString().slice(11, 23),
    id === null ? "no webhook-id" : printable(id),
    attempt === null ? null : `attempt ${attempt}`,
    isTest ? "test" : null,
    isRepeat ? "repeat" : null,
    describeContent(notification),
    whyNotVerified === null ? "verified" : `not verified: ${whyNotVerified}`,
    outcome,
  ];
  return parts.filter((part) => part !== null).join(" | ");
}

function describeContent({ method, path, items }: ReceivedNotification): string {
  if (method !== "POST") return `${method} ${printable(path)}`;
  if (items === null) return "not a list of status changes";
  const shown = items.slice(0, ITEMS_SHOWN_MAX).map(describeItem).join(", ");
  const rest = items.length - ITEMS_SHOWN_MAX;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

const describeItem = ({ uuid, previousStatus, currentStatus }: ReceivedItem) =>
  `${uuid} ${previousStatus}->${currentStatus}`;

const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, TEXT_SHOWN_MAX);

const TOLERANCE_SECONDS = 300;

/** The most frequent cause is that the receiver does not have the newest secret. */
const NO_SIGNATURE_FITS =
  "no signature matches the secret and the body (after a rotation: `npm run webhook-secret -- show`, then restart Stagedoor or PUT /_receiver/secrets)";

/**
 * Returns null if the notification is signed with one of the secrets, within 5 minutes of now; otherwise a sentence that
 * says why it is not verified. Standard Webhooks 1.0, scheme v1; signatures of other schemes are ignored.
 * @param body the raw bytes (re-serialised JSON does not verify), or null if the body was too large
 */
export function whyNotVerified(
  headers: Readonly<Record<string, string>>,
  body: Buffer | null,
  secrets: readonly string[],
  nowSeconds: number,
): string | null {
  if (body === null) return "the body is larger than 1 MiB";
  if (secrets.length === 0) return "no secret is configured";
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id) return "the webhook-id header is missing";
  if (!timestamp) return "the webhook-timestamp header is missing";
  if (!signatures) return "the webhook-signature header is missing";
  if (!/^\d{1,15}$/.test(timestamp)) return "webhook-timestamp is not a number of seconds";
  const lateSeconds = nowSeconds - Number(timestamp);
  if (lateSeconds > TOLERANCE_SECONDS) return "webhook-timestamp is more than 5 minutes old";
  if (lateSeconds < -TOLERANCE_SECONDS)
    return "webhook-timestamp is more than 5 minutes in the future";
  const candidates = signatures.split(" ").map((entry) => Buffer.from(entry));
  const wanted = secrets.map((secret) => signature(secret, `${id}.${timestamp}.`, body));
  const isSigned = wanted.some((want) => candidates.some((got) => isEqual(got, want)));
  return isSigned ? null : NO_SIGNATURE_FITS;
}

function signature(secret: string, prefix: string, body: Buffer): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const digest = createHmac("sha256", key).update(prefix).update(body).digest("base64");
  return Buffer.from(`v1,${digest}`);
}

const isEqual = (got: Buffer, want: Buffer) =>
  got.length === want.length && timingSafeEqual(got, want);
