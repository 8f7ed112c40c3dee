import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Treatment } from "./behaviours";
import { answerControlRequest, CONTROL_PREFIX, type Controlled } from "./control-api";
import { describeNotification } from "./describe-notification";
import { plainHeaders, type ReceivedNotification } from "./received-notification";
import { whyNotVerified } from "./verify-notification";

const BODY_BYTES_MAX = 1_048_576;

/** A receiver while it runs, as its requests see it. */
export interface RunningReceiver extends Controlled {
  secrets: readonly string[];
  /** Takes one line for people. */
  readonly print: (line: string) => void;
  /** Called after each arrival and after each answer was decided. */
  readonly onChange: () => void;
}

/** Answers one request, as a notification or as a control request. Rejects only when the connection or our own file fails. */
export async function handleExchange(
  receiver: RunningReceiver,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrivedAtMs = Date.now();
  const body = await readBody(request);
  const path = request.url ?? "/";
  const method = request.method ?? "GET";
  if (path.startsWith(CONTROL_PREFIX)) {
    const { status, json } =
      body === null
        ? { status: 413, json: { status: 413, detail: "The body is larger than 1 MiB." } }
        : answerControlRequest(receiver, { method, path, headers: request.headers, body });
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(`${JSON.stringify(json)}\n`);
    return;
  }
  const headers = plainHeaders(request.headers);
  const notification = receiver.log.add({
    arrivedAtMs,
    method,
    path,
    headers,
    body: body ?? Buffer.alloc(0),
    whyNotVerified: explainVerification(receiver, headers, body),
  });
  receiver.onChange();
  const treatment = body === null ? TOO_LARGE : chooseTreatment(receiver, notification);
  await treat({ receiver, notification, response }, treatment);
}

const TOO_LARGE: Treatment = { kind: "answer", status: 413 };
const METHOD_NOT_ALLOWED: Treatment = { kind: "answer", status: 405 };

/** Requests with another method are no notifications; they use up nothing of a behaviour for the next few. */
const chooseTreatment = (receiver: RunningReceiver, notification: ReceivedNotification) =>
  notification.method === "POST" ? receiver.behaviours.next(notification) : METHOD_NOT_ALLOWED;

function explainVerification(
  { secrets }: RunningReceiver,
  headers: Readonly<Record<string, string>>,
  body: Buffer | null,
): string | null {
  if (body === null) return "the body is larger than 1 MiB";
  return whyNotVerified({ body, headers, secrets, nowSeconds: Date.now() / 1_000 });
}

interface Exchange {
  readonly receiver: RunningReceiver;
  readonly notification: ReceivedNotification;
  readonly response: ServerResponse;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

async function treat(exchange: Exchange, treatment: Treatment): Promise<void> {
  const { receiver, notification, response } = exchange;
  switch (treatment.kind) {
    case "accept":
      return answer(exchange, judge(receiver, notification));
    case "answer":
      return answer(exchange, answerAsTold(receiver, treatment));
    case "hang":
      return conclude(exchange, null, "left without an answer");
    case "reset":
      conclude(exchange, null, "closed the connection");
      response.socket?.destroy();
      return;
    case "slow": {
      const isGone = await isGoneWithin(response, treatment.delayMs);
      if (isGone) return conclude(exchange, null, "the sender left before the answer");
      return answer(exchange, judge(receiver, notification));
    }
    default:
      throw new Error(`unknown treatment ${JSON.stringify(treatment satisfies never)}`);
  }
}

/** What a well-behaved receiver answers. Without a secret it believes everyone, because it is there to be tried out. */
function judge(receiver: RunningReceiver, notification: ReceivedNotification): Answer {
  const { whyNotVerified: why, items, isRepeat } = notification;
  if (receiver.secrets.length > 0 && why !== null) {
    return { status: 401, text: `Not verified: ${why}.` };
  }
  if (items === null) {
    return {
      status: 400,
      text: "Not a notification: expected a JSON array of 1 to 100 objects with exactly uuid, url, currentStatus, previousStatus.",
    };
  }
  return { status: 200, text: isRepeat ? "Received again." : "Received." };
}

function answerAsTold(
  { origin }: RunningReceiver,
  { status, location, retryAfterSeconds }: Extract<Treatment, { kind: "answer" }>,
): Answer {
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  const target = location ?? (isRedirect ? `${origin}/moved` : undefined);
  return {
    status,
    headers: {
      ...(target === undefined ? {} : { location: target }),
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    text: `This receiver answers ${status}.`,
  };
}

/** The answer is in the file before it is sent, so that a kill in between forgets no 200 that a sender has seen. */
function answer(exchange: Exchange, { status, headers, text }: Answer): void {
  conclude(exchange, status, `answered ${status}`);
  exchange.response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers });
  exchange.response.end(`${text}\n`);
}

function conclude(exchange: Exchange, answered: number | null, outcome: string): void {
  const { receiver, notification } = exchange;
  receiver.log.conclude(notification, answered);
  receiver.print(describeNotification(notification, outcome));
  receiver.onChange();
}

/** Whether the other side closed the connection within the time. */
async function isGoneWithin(response: ServerResponse, delayMs: number): Promise<boolean> {
  const waits = new AbortController();
  const { signal } = waits;
  const isGone = await Promise.race([
    once(response, "close", { signal }).then(() => true),
    sleep(delayMs, false, { signal }),
  ]).finally(() => waits.abort());
  return isGone;
}

/** null: larger than 1 MiB. The rest is read and thrown away, so that the sender can read its answer. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  return bytes > BODY_BYTES_MAX ? null : Buffer.concat(chunks);
}
