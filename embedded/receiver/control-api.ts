import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { webhookSecretProblem } from "@/lib/notifications/rules/webhook-secret";
import { parseJson } from "../small-files";
import { type Behaviours, behaviourSchema } from "./behaviours";
import type { NotificationLog } from "./notification-log";

/** Requests with a path below this prefix control and read the receiver; all other requests are notifications. */
export const CONTROL_PREFIX = "/_receiver/";

const PAGE_ITEMS_MAX = 1_000;
const SECRETS_MAX = 10;

const secretSchema = z.string().superRefine((text, context) => {
  const problem = webhookSecretProblem(text);
  if (problem !== null) context.addIssue(problem);
});

/**
 * The signing secrets that are valid at the same time, newest first. During a rotation, there are two. If there are none,
 * nothing is verified.
 */
export const secretsSchema = z.array(secretSchema).max(SECRETS_MAX);

/** A running receiver, as its request handlers use it. */
export interface RunningReceiver {
  readonly origin: string;
  readonly controlToken: string;
  readonly log: NotificationLog;
  readonly behaviours: Behaviours;
  readonly secrets: readonly string[];
  /** The secrets apply from the next request on. */
  setSecrets(secrets: readonly string[]): void;
  /** Prints one line. */
  readonly print: (line: string) => void;
  /** Called after each arrival, and after each decision about a response. */
  readonly onChange: () => void;
}

/**
 * Answers every control request. A request without the token cannot read or change anything.
 * @param body null if the body was larger than the receiver accepts
 */
export function answerControlRequest(
  receiver: RunningReceiver,
  { method = "GET", url = "/", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  body: Buffer | null,
): { readonly status: number; readonly json: unknown } {
  if (body === null) return problem(413, "The body is larger than 1 MiB.");
  if (!isAuthorized(headers.authorization, receiver.controlToken)) {
    return problem(401, "Send the receiver's control token: Authorization: Bearer <token>.");
  }
  const { pathname, searchParams } = new URL(url, receiver.origin);
  const operation = OPERATIONS.get(`${method} ${pathname}`);
  if (operation === undefined) {
    const known = [...OPERATIONS.keys()].join(", ");
    return problem(404, `${method} ${pathname} does not exist. Available: ${known}.`);
  }
  try {
    const input = method === "GET" ? Object.fromEntries(searchParams) : parseJson(body.toString());
    return { status: 200, json: operation(receiver, input) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    // Zod reports what is wrong and where, without repeating the input.
    return problem(400, `The request is not valid. ${z.prettifyError(error)}`);
  }
}

/** Returns the response as JSON. The input is the query of a GET, otherwise the body. @throws ZodError */
type Operation = (receiver: RunningReceiver, input: unknown) => unknown;

const OPERATIONS = new Map<string, Operation>([
  [`GET ${CONTROL_PREFIX}state`, describeState],
  [`GET ${CONTROL_PREFIX}notifications`, listNotifications],
  [`DELETE ${CONTROL_PREFIX}notifications`, forgetNotifications],
  [`PUT ${CONTROL_PREFIX}behaviour`, setBehaviour],
  [`PUT ${CONTROL_PREFIX}secrets`, setSecrets],
]);

function describeState({ origin, log, behaviours, secrets }: RunningReceiver) {
  return { origin, ...behaviours.state(), secrets: secrets.length, ...log.counts() };
}

const pageSchema = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(PAGE_ITEMS_MAX).default(100),
});

function listNotifications({ log }: RunningReceiver, input: unknown) {
  const { after, limit } = pageSchema.parse(input);
  const isBehind = ({ number }: { number: number }) => number > after;
  const items = log.notifications().filter(isBehind).slice(0, limit);
  return { items, nextAfter: items.at(-1)?.number ?? after };
}

function forgetNotifications(receiver: RunningReceiver) {
  receiver.log.clear();
  return describeState(receiver);
}

const setBehaviourSchema = z.strictObject({
  behaviour: behaviourSchema,
  /** The number of requests to which the behaviour applies; if absent, it applies until the next change. */
  requests: z.int().min(1).optional(),
});

function setBehaviour(receiver: RunningReceiver, input: unknown) {
  const { behaviour, requests } = setBehaviourSchema.parse(input);
  receiver.behaviours.set(behaviour, requests);
  return describeState(receiver);
}

const setSecretsSchema = z.strictObject({ secrets: secretsSchema });

function setSecrets(receiver: RunningReceiver, input: unknown) {
  receiver.setSecrets(setSecretsSchema.parse(input).secrets);
  return describeState(receiver);
}

const problem = (status: number, detail: string) => ({ status, json: { status, detail } });

/** The digests have the same length, so the comparison takes the same time for every input. */
function isAuthorized(header: string | undefined, token: string): boolean {
  return timingSafeEqual(sha256(header ?? ""), sha256(`Bearer ${token}`));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
