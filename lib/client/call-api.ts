import type { Problem } from "./answers";
import { ApiProblem, CallFailure, parseRetryAfter, receive } from "./call-failure";
import { parseJson } from "./parse-json";

/** A complete response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The server to call, the API key and the fetch function. */
export interface Connection {
  /** An origin without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  readonly fetch: typeof fetch;
}

/** One call to the API. `path` is relative to `/external-api`. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const PLACE = "Stagedoor";
const TIMEOUT_MS = 15_000;
/** The maximum size of a response, far larger than a full page of documents with long classifications. */
const ANSWER_BYTES_MAX = 64 * 1024 ** 2;
const NOT_NOW: readonly number[] = [408, 429, 502, 503, 504];

/**
 * Makes a single call without following redirects. Waits up to 15 s and reads a response of up to 64 MiB.
 * @throws ApiProblem if the response is a problem, CallFailure for any other unexpected status
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

/** Returns the JSON value of a response. @throws CallFailure if the response is not a JSON object */
export function readJson<T>({ text }: Answer): T {
  const value = parseJson(text);
  if (typeof value === "object" && value !== null) return value as T;
  throw new CallFailure(`${PLACE} returned a response that does not match its API`);
}

/** @throws CallFailure if the status asks the caller to try again later; `place` names the sender of the status */
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
 * Browsers hide the target of a redirect, so this function follows it and reads only the final URL. Browsers released
 * since 2023 remove the API key if the target is on a different origin.
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
  // Reads the stream manually, because not every browser can iterate over it.
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
      throw new CallFailure(`${PLACE} returned more than ${ANSWER_BYTES_MAX} bytes`);
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
    : new CallFailure(`${PLACE} answered ${status} without a problem document`, { status });
}

const busy = (place: string, status: number, retryAfter: string | null) =>
  new CallFailure(`${place} is busy or unavailable (${status})`, {
    isTransient: true,
    status,
    retryAfterSeconds: parseRetryAfter(retryAfter, Date.now()),
  });

/** Codes that this version does not know are accepted, because a server may be newer than its clients. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null) return false;
  const { status, code, detail, requestId, errors } = value as Partial<Record<string, unknown>>;
  return (
    typeof status === "number" &&
    [code, detail, requestId].every((text) => typeof text === "string") &&
    Array.isArray(errors)
  );
}
