import type { Problem } from "./answers";
import { ApiProblem, CallFailure, parseRetryAfter, receive } from "./call-failure";
import { parseJson } from "./parse-json";

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Where calls go, with what. */
export interface Connection {
  /** Origin, without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** One call of the API; `path` begins below `/external-api`. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const PLACE = "Stagedoor";
const TIMEOUT_MS = 15_000;
/** A full page of documents with long classifications stays far below. */
const ANSWER_BYTES_MAX = 64 * 1024 ** 2;
const NOT_NOW: readonly number[] = [429, 502, 503, 504];

/**
 * Makes one call, once, without following redirects: within 15 s, with an answer of at most 64 MiB.
 * @throws ApiProblem for an answer that is a problem, CallFailure for any other than the expected status
 */
export async function callApi(
  connection: Connection,
  request: ApiRequest,
  expectedStatus: number,
): Promise<Answer> {
  const answer = await receive(PLACE, request.signal, () => send(connection, request));
  if (answer.status === expectedStatus) return answer;
  throw failureOf(answer);
}

/** The JSON value of an answer. @throws CallFailure when it is none */
export function readJson<T>({ text }: Answer): T {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null) return value as T;
  throw new CallFailure(`${PLACE} gave an answer that does not match its API`);
}

/** @throws CallFailure when the status says "not now"; `place` is who said so. */
export function assertNotBusy(
  place: string,
  { status, retryAfter }: { status: number; retryAfter: string | null },
): void {
  if (NOT_NOW.includes(status)) throw busy(place, status, retryAfter);
}

async function send(connection: Connection, request: ApiRequest): Promise<Answer> {
  const { method, path, body, headers, signal } = request;
  const hasBody = body !== undefined;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const url = `${connection.url}/external-api${path}`;
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${connection.apiKey}`,
      ...(hasBody ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
    redirect: "manual",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  const answer = await connection.fetch(url, init);
  if (answer.type === "opaqueredirect") return followHiddenRedirect(connection, url, init);
  return { status: answer.status, headers: answer.headers, text: await readText(answer.body) };
}

/**
 * A browser hides where a redirect leads, so it is followed and only the address is taken. Browsers since 2023 leave the API key
 * behind when that is another origin.
 */
async function followHiddenRedirect(
  { fetch }: Connection,
  url: string,
  init: RequestInit,
): Promise<Answer> {
  const followed = await fetch(url, { ...init, redirect: "follow" });
  await followed.body?.cancel();
  return { status: 307, headers: new Headers({ location: followed.url }), text: "" };
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  // By hand, for not every browser can iterate a stream.
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || !value) return text + decoder.decode();
    bytes += value.length;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader?.cancel();
      throw new CallFailure(`${PLACE} answered more than ${ANSWER_BYTES_MAX} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

function failureOf({ status, headers, text }: Answer): CallFailure {
  const isTransient = NOT_NOW.includes(status);
  const retryAfter = headers.get("retry-after");
  const value = parseJson(text);
  if (isProblem(value)) {
    const retryAfterSeconds = parseRetryAfter(retryAfter, Date.now());
    return new ApiProblem(value, { isTransient, retryAfterSeconds });
  }
  return isTransient
    ? busy(PLACE, status, retryAfter)
    : new CallFailure(`${PLACE} answered ${status} without a problem`, { status });
}

const busy = (place: string, status: number, retryAfter: string | null) =>
  new CallFailure(`${place} is busy or unavailable (${status})`, {
    isTransient: true,
    status,
    retryAfterSeconds: parseRetryAfter(retryAfter, Date.now()),
  });

/** Codes that this version does not know are passed on: a server may be newer than its clients. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null) return false;
  const { status, code, detail, requestId, errors } = value as Partial<Record<string, unknown>>;
  return (
    typeof status === "number" &&
    [code, detail, requestId].every((text) => typeof text === "string") &&
    Array.isArray(errors)
  );
}
