import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { webhookSecretProblem } from "@/lib/notifications/rules/webhook-secret";
import { type BehaviourPlan, behaviourSchema } from "./behaviours";
import type { NotificationLog } from "./notification-log";
import { toStored } from "./received-notification";

/** Everything below this path steers and reads the receiver; everything else is a notification. */
export const CONTROL_PREFIX = "/_receiver/";

const PAGE_ITEMS_MAX = 1_000;
const SECRETS_MAX = 10;

/** What the control API reads and changes. */
export interface Controlled {
  origin: string;
  readonly controlToken: string;
  readonly log: NotificationLog;
  readonly behaviours: BehaviourPlan;
  readonly secrets: readonly string[];
  /** Holds from the next request on. */
  setSecrets(secrets: readonly string[]): void;
}

/** A request below {@link CONTROL_PREFIX}, its body read. */
export interface ControlRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An answer as JSON. */
export interface ControlAnswer {
  readonly status: number;
  readonly json: unknown;
}

const secretSchema = z.string().transform((text, context) => {
  const problem = webhookSecretProblem(text);
  if (problem !== null) context.addIssue(problem);
  return text;
});

/** The signing secrets that are valid at the same time: two during a rotation. Empty: nothing is verified. */
export const secretsSchema = z.array(secretSchema).max(SECRETS_MAX);

/** Answers every control request; one without the token learns nothing and changes nothing. */
export function answerControlRequest(
  controlled: Controlled,
  request: ControlRequest,
): ControlAnswer {
  if (!isAuthorized(request.headers.authorization, controlled.controlToken)) {
    return problem(401, "Send the receiver's control token: Authorization: Bearer <token>.");
  }
  const url = new URL(request.path, controlled.origin);
  const resource = url.pathname.slice(CONTROL_PREFIX.length);
  const operations = OPERATIONS.get(resource);
  if (operations === undefined) {
    return problem(404, `There is no ${url.pathname}. There are: ${knownPaths().join(", ")}.`);
  }
  const operation = operations[request.method];
  if (operation === undefined) {
    return problem(405, `${url.pathname} knows ${Object.keys(operations).join(" and ")} only.`);
  }
  return operation(controlled, { query: url.searchParams, body: request.body });
}

interface Input {
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

type Operation = (controlled: Controlled, input: Input) => ControlAnswer;

const OPERATIONS = new Map<string, Readonly<Record<string, Operation>>>([
  ["state", { GET: (controlled) => ({ status: 200, json: describeState(controlled) }) }],
  ["notifications", { GET: listNotifications, DELETE: forgetNotifications }],
  ["behaviour", { PUT: setBehaviour }],
  ["secrets", { PUT: setSecrets }],
]);

const knownPaths = () =>
  [...OPERATIONS].flatMap(([resource, operations]) =>
    Object.keys(operations).map((method) => `${method} ${CONTROL_PREFIX}${resource}`),
  );

function describeState({ origin, log, behaviours, secrets }: Controlled) {
  return { origin, ...behaviours.state(), secrets: secrets.length, ...log.counts() };
}

const pageSchema = z.strictObject({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(PAGE_ITEMS_MAX).default(100),
});

function listNotifications({ log }: Controlled, { query }: Input): ControlAnswer {
  const page = pageSchema.safeParse(Object.fromEntries(query));
  if (!page.success) return invalid(page.error);
  const { after, limit } = page.data;
  const items = log
    .notifications()
    .filter(({ number }) => number > after)
    .slice(0, limit);
  const nextAfter = items.at(-1)?.number ?? after;
  return { status: 200, json: { items: items.map(toStored), nextAfter } };
}

function forgetNotifications(controlled: Controlled): ControlAnswer {
  controlled.log.clear();
  return { status: 200, json: describeState(controlled) };
}

const setBehaviourSchema = z.strictObject({
  behaviour: behaviourSchema,
  /** For this many requests only; left out: until the next change. */
  requests: z.int().min(1).optional(),
});

function setBehaviour(controlled: Controlled, { body }: Input): ControlAnswer {
  const wanted = setBehaviourSchema.safeParse(parseJson(body));
  if (!wanted.success) return invalid(wanted.error);
  controlled.behaviours.set(wanted.data.behaviour, wanted.data.requests);
  return { status: 200, json: describeState(controlled) };
}

const setSecretsSchema = z.strictObject({ secrets: secretsSchema });

function setSecrets(controlled: Controlled, { body }: Input): ControlAnswer {
  const wanted = setSecretsSchema.safeParse(parseJson(body));
  if (!wanted.success) return invalid(wanted.error);
  controlled.setSecrets(wanted.data.secrets);
  return { status: 200, json: describeState(controlled) };
}

/** undefined for what is not JSON, which no schema accepts. */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Zod names what is wrong and where, and does not repeat the input. */
const invalid = (error: z.ZodError) =>
  problem(400, `The request is not valid. ${z.prettifyError(error)}`);

const problem = (status: number, detail: string): ControlAnswer => ({
  status,
  json: { status, detail },
});

/** Digests have the same length, so the comparison takes the same time whatever was sent. */
function isAuthorized(header: string | undefined, token: string): boolean {
  return timingSafeEqual(sha256(header ?? ""), sha256(`Bearer ${token}`));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
