import { DomainError, type ErrorCode } from "@/lib/kernel/rules/errors";
import {
  type ApiAnswer,
  type ApiContext,
  countCall,
  type Endpoint,
  type Incoming,
  type RequestPorts,
} from "./endpoint";
import { PROBLEMS, toProblem } from "./problem";
import { rateLimitHeaders } from "./rate-limits";
import { requestedUrl } from "./requested-url";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** The methods of one path. */
export type Endpoints<Ports extends RequestPorts, Params> = Partial<
  Record<"GET" | "POST" | "PUT" | "DELETE", Endpoint<Ports, Params>>
>;

/** How Next calls one method of one path. */
export type RouteHandler<Params> = (
  request: Request,
  route: { params: Promise<Params> },
) => Promise<Response>;

const RETRY_AFTER_SECONDS = 5;

/**
 * Makes the handlers of one path from its endpoints. A method without an endpoint answers a problem too, HEAD
 * follows GET, and every error becomes a problem. Each request is one line of the log, written here: 4xx and `warning` as
 * warn, 5xx as error; 401, 403 and 429 begin with the client's address. Only a try to sign in has one more, which says whose it was.
 */
export function withApi<Ports extends RequestPorts, Params>(
  getContext: () => ApiContext<Ports>,
  endpoints: Endpoints<Ports, Params>,
): Record<Method, RouteHandler<Params>> {
  return perMethod((method) => answering(getContext, () => findEndpoint(endpoints, method)));
}

/** The handlers of every path that nothing else answers: 404 as a problem, whatever the method. */
export function unknownPath(
  getContext: () => ApiContext,
): Record<Method, RouteHandler<Record<never, string>>> {
  const handler = answering(getContext, () => nowhere);
  return perMethod(() => handler);
}

/** The handlers of the methods that a path does not have, for a path whose other methods do not answer by `withApi`. */
export function otherMethods(
  getContext: () => ApiContext,
  methods: readonly (keyof Endpoints<RequestPorts, unknown>)[],
): Record<Method, RouteHandler<Record<never, string>>> {
  return withApi(getContext, Object.fromEntries(methods.map((method) => [method, nowhere])));
}

const nowhere: Endpoint<RequestPorts, Record<never, string>> = async (_context, { request }) => {
  throw new DomainError(
    "not-found",
    `Nothing exists at ${requestedUrl(request).pathname}. Check the path in the documentation.`,
  );
};

/** An expected error that carries headers of its own, such as Allow. */
class ErrorWithHeaders extends DomainError {
  constructor(
    error: DomainError,
    readonly headers: Record<string, string>,
  ) {
    super(error.code, error.detail, { cause: error.cause, errors: error.errors });
  }
}

function perMethod<T>(make: (method: Method) => T): Record<Method, T> {
  return {
    GET: make("GET"),
    HEAD: make("HEAD"),
    POST: make("POST"),
    PUT: make("PUT"),
    PATCH: make("PATCH"),
    DELETE: make("DELETE"),
    OPTIONS: make("OPTIONS"),
  };
}

function answering<Ports extends RequestPorts, Params>(
  getContext: () => ApiContext<Ports>,
  find: () => Endpoint<Ports, Params>,
): RouteHandler<Params> {
  return async (request, route) => {
    const context = getContext();
    const incoming: Incoming = {
      ...{ request, requestId: context.ports.ids.uuid(), rateLimitStatuses: [] },
    };
    const address = context.clientAddress(request.headers);
    const startedMs = performance.now();
    const line = () => ({
      ...{ ...lineOf(incoming), address: address.text },
      ms: Math.round(performance.now() - startedMs),
    });
    try {
      // Of the route that was found, not what a client wrote: a path of sign-in is not counted.
      const { pathname } = new URL(request.url);
      countCall(incoming.rateLimitStatuses, context.rateLimits.countAddress(address.key, pathname));
      const answer = await find()(context, incoming, await route.params);
      logAnswer(context, line(), answer);
      return toResponse(answer, incoming);
    } catch (error) {
      return answerError(error, context, { incoming, line: line() });
    }
  };
}

function findEndpoint<Ports extends RequestPorts, Params>(
  endpoints: Endpoints<Ports, Params>,
  method: Method,
): Endpoint<Ports, Params> {
  const allow = METHODS.filter(
    (candidate) => candidate === "OPTIONS" || declared(endpoints, candidate),
  ).join(", ");
  if (method === "OPTIONS") return async () => ({ status: 204, headers: { allow } });
  const found = declared(endpoints, method);
  if (found) return found;
  const error = new DomainError(
    "method-not-allowed",
    `This method is not allowed here. Use ${allow}.`,
  );
  throw new ErrorWithHeaders(error, { allow });
}

function declared<Ports extends RequestPorts, Params>(
  endpoints: Endpoints<Ports, Params>,
  method: Method,
): Endpoint<Ports, Params> | undefined {
  if (method === "HEAD") return endpoints.GET;
  return method === "PATCH" || method === "OPTIONS" ? undefined : endpoints[method];
}

function toResponse(answer: ApiAnswer, { requestId, rateLimitStatuses }: Incoming): Response {
  const { status, body, stream = null, headers, cookies = [] } = answer;
  const response = new Response(body === undefined ? stream : JSON.stringify(body), {
    status,
    headers: {
      "cache-control": "no-store",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      "x-request-id": requestId,
      ...rateLimitHeaders(rateLimitStatuses),
      ...headers,
    },
  });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

/** next-auth answers a refusal on its own, so not every 4xx was thrown. */
function logAnswer({ logger }: ApiContext, line: RequestLine, answer: ApiAnswer): void {
  const { status, warning } = answer;
  const said = answeredLine(line, status);
  if (warning !== undefined) logger.warn({ ...said, err: warning }, "answered, with a flaw");
  else if (status < 400) logger.info(said, "answered");
  else logger[status < 500 ? "warn" : "error"](said, "refused");
}

/** Refusals that somebody who guesses or floods gets. Filters such as fail2ban's match how their lines begin (decision 0039). */
const REFUSALS = [401, 403, 429];

function answeredLine({ address, ...line }: RequestLine, status: number, code?: ErrorCode) {
  const answered = { status, ...(code === undefined ? {} : { code }) };
  return REFUSALS.includes(status) ? { address, ...answered, ...line } : { ...line, ...answered };
}

function answerError(
  thrown: unknown,
  { logger, publicUrl }: ApiContext,
  { incoming, line }: { readonly incoming: Incoming; readonly line: RequestLine },
): Response {
  const error =
    thrown instanceof DomainError
      ? thrown
      : new DomainError("internal-error", UNEXPECTED, { cause: thrown });
  const { status } = PROBLEMS[error.code];
  const { requestId } = line;
  const refused = answeredLine(line, status, error.code);
  if (status < 500) logger.warn(refused, error.detail);
  else logger.error({ ...refused, err: error }, error.detail);
  return toResponse(
    {
      status,
      body: toProblem(error, { publicUrl, requestId }),
      headers: { ...headersFor(status, error), "content-type": "application/problem+json" },
    },
    incoming,
  );
}

/** What every line about a request says. The query is left out: it is not ours to keep. */
interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** Of the client, as people write it. */
  readonly address: string;
  readonly ms: number;
}

const lineOf = ({ request, requestId }: Incoming) => ({
  requestId,
  method: request.method,
  path: requestedUrl(request).pathname,
});

const UNEXPECTED =
  "Something unexpected happened. Nothing answered with success is lost; repeat the call, and if it fails again give the requestId to an administrator.";

/** A session is asked for without one: the header would name a scheme that signs nobody in (decision 0027). */
const CHALLENGES: Partial<Record<ErrorCode, string>> = {
  "authentication-required": 'Bearer realm="stagedoor"',
  "invalid-api-key": 'Bearer realm="stagedoor", error="invalid_token"',
};

function headersFor(status: number, error: DomainError): Record<string, string> {
  const own = error instanceof ErrorWithHeaders ? error.headers : {};
  if (status === 401) {
    const challenge = CHALLENGES[error.code];
    return challenge === undefined ? own : { ...own, "www-authenticate": challenge };
  }
  if (status !== 503 && status !== 429) return own;
  const retryAfterSeconds = error.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
  return { ...own, "retry-after": String(retryAfterSeconds) };
}
