import { DomainError, type ErrorCode } from "@/lib/kernel/rules/errors";
import {
  type ApiAnswer,
  type ApiContext,
  countCall,
  type Endpoint,
  type Incoming,
  type RequestPorts,
} from "./endpoint";
import { PROBLEMS, toProblem } from "./problems/problem";
import { rateLimitHeaders } from "./rate-limits";
import { type ApiRequest, requestedUrl } from "./requests/api-request";

/** A response that is ready to be sent. */
export interface WrittenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` headers. */
  readonly cookies: readonly string[];
  readonly body: string | ReadableStream<Uint8Array> | null;
}

const RETRY_AFTER_SECONDS = 5;

/** An expected error whose response has additional headers, such as Allow. */
export class ErrorWithHeaders extends DomainError {
  constructor(
    error: DomainError,
    readonly headers: Record<string, string>,
  ) {
    super(error.code, error.detail, { cause: error.cause, errors: error.errors });
  }
}

/**
 * Answers one request with the endpoint that `find` returns. Never rejects, because every error becomes a problem. Logs
 * one line per request: 4xx and `warning` as warn, 5xx as error; lines for 401, 403 and 429 start with the client's
 * address. Only sign-in attempts and responses that are cut off are logged with a second line.
 */
export async function answerRequest<Ports extends RequestPorts, Params>(
  context: ApiContext<Ports>,
  find: () => Endpoint<Ports, Params>,
  request: ApiRequest,
  params: Params | Promise<Params>,
): Promise<WrittenAnswer> {
  const incoming = { request, requestId: context.ports.ids.uuid(), rateLimitStatuses: [] };
  const address = context.clientAddress(request.headers);
  const startedMs = performance.now();
  const line = () => ({
    ...lineOf(incoming),
    address: address.text,
    ms: Math.round(performance.now() - startedMs),
  });
  try {
    // The path of the matched route is used and not the requested path, because sign-in paths are not counted.
    const { pathname } = new URL(request.url);
    countCall(incoming.rateLimitStatuses, context.rateLimits.countAddress(address.key, pathname));
    const answer = await find()(context, incoming, await params);
    logAnswer(context, line(), answer);
    const logBreak = (error: unknown) =>
      context.logger.error({ ...line(), err: error }, "the response was cut off");
    const stream = answer.texts ? streamTexts(answer.texts, logBreak) : answer.stream;
    return toWritten(answer, incoming, stream);
  } catch (error) {
    return answerError(error, context, { incoming, line: line() });
  }
}

/** Converts a response so that Next can send it. */
export function toResponse({ status, headers, cookies, body }: WrittenAnswer): Response {
  const response = new Response(body, { status, headers });
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

function toWritten(
  { status, body, headers, cookies = [] }: ApiAnswer,
  { requestId, rateLimitStatuses }: Incoming,
  stream: ReadableStream<Uint8Array> | null = null,
): WrittenAnswer {
  return {
    status,
    headers: {
      "cache-control": "no-store",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      "x-request-id": requestId,
      ...rateLimitHeaders(rateLimitStatuses),
      ...headers,
    },
    cookies,
    body: body === undefined ? stream : JSON.stringify(body),
  };
}

/** next-auth returns rejections itself, so some 4xx responses were not thrown as errors. */
function logAnswer({ logger }: ApiContext, line: RequestLine, answer: ApiAnswer): void {
  const { status, warning } = answer;
  const said = answeredLine(line, status);
  if (warning !== undefined) logger.warn({ ...said, err: warning }, "answered, with a flaw");
  else if (status < 400) logger.info(said, "answered");
  else logger[status < 500 ? "warn" : "error"](said, "refused");
}

/**
 * The statuses that guessing or flooding causes. Filters such as fail2ban's match the start of these log lines (decision
 * 0039).
 */
const REFUSALS = [401, 403, 429];

function answeredLine({ address, ...line }: RequestLine, status: number, code?: ErrorCode) {
  const answered = { status, ...(code === undefined ? {} : { code }) };
  return REFUSALS.includes(status) ? { address, ...answered, ...line } : { ...line, ...answered };
}

function answerError(
  thrown: unknown,
  { logger, publicUrl }: ApiContext,
  { incoming, line }: { readonly incoming: Incoming; readonly line: RequestLine },
): WrittenAnswer {
  const error =
    thrown instanceof DomainError
      ? thrown
      : new DomainError("internal-error", UNEXPECTED, { cause: thrown });
  const { status } = PROBLEMS[error.code];
  const { requestId } = line;
  const refused = answeredLine(line, status, error.code);
  if (status < 500) logger.warn(refused, error.detail);
  else logger.error({ ...refused, err: error }, error.detail);
  return toWritten(
    {
      status,
      body: toProblem(error, { publicUrl, requestId }),
      headers: { ...headersFor(status, error), "content-type": "application/problem+json" },
    },
    incoming,
  );
}

/** The fields of every log line about a request. The query is omitted, because it may contain private data. */
interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  /** The client's address as it is usually written. */
  readonly address: string;
  readonly ms: number;
}

const lineOf = ({ request, requestId }: Incoming) => ({
  requestId,
  method: request.method,
  path: requestedUrl(request).pathname,
});

const UNEXPECTED =
  "Something unexpected happened. Everything confirmed with a success response is saved. Retry the call. If it fails again, give the requestId to an administrator.";

/**
 * Errors about sessions have no challenge, because the header would name a scheme that cannot be used to sign in
 * (decision 0027).
 */
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
  // The rest of the body would otherwise be awaited before the connection's next request (RFC 9110, 15.5.9).
  if (status === 408) return { ...own, connection: "close" };
  if (status !== 503 && status !== 429) return own;
  const retryAfterSeconds = error.retryAfterSeconds ?? RETRY_AFTER_SECONDS;
  return { ...own, "retry-after": String(retryAfterSeconds) };
}

/**
 * Streams strings as the body of a response. Each string is produced when the reader is ready for it, and production
 * stops when the reader disconnects.
 * @param onError called at most once, with the error that stopped production; the reader then receives a truncated
 * response
 */
function streamTexts(
  texts: AsyncGenerator<string>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await texts.next().catch((error: unknown) => {
          onError(error);
          controller.error(error);
          return null;
        });
        if (next?.done) controller.close();
        else if (next) controller.enqueue(encoder.encode(next.value));
      },
      cancel: async () => {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
