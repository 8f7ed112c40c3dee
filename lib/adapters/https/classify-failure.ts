import { errorMessage } from "@/lib/kernel/rules/errors";
import type { FailureCode } from "@/lib/notifications/rules/explain-attempt";

/** An error that our own code reports: the target is not allowed, or one of our timeouts has expired. */
export class AttemptError extends Error {
  constructor(
    readonly failureCode: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** How far an attempt had progressed when it failed. */
export type AttemptStage =
  | "connecting"
  | "handshake"
  | "connected"
  /** The receiver has started to respond, and the response is being read. */
  | "answering";

/** The failure codes of errors that mean the same in every stage, by their code in Node, OpenSSL or undici. */
const CODES: Readonly<Record<string, FailureCode>> = {
  ENOTFOUND: "host-not-found",
  EAI_AGAIN: "dns-no-answer",
  EAI_FAIL: "dns-no-answer",
  ECONNREFUSED: "connection-refused",
  EHOSTUNREACH: "no-network-path",
  ENETUNREACH: "no-network-path",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate-self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate-self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate-chain-incomplete",
  UNABLE_TO_GET_ISSUER_CERT: "certificate-chain-incomplete",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate-chain-incomplete",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate-wrong-host",
  CERT_HAS_EXPIRED: "certificate-expired",
  EPROTO: "tls-failed",
  ECONNRESET: "connection-closed",
  UND_ERR_SOCKET: "connection-closed",
  UND_ERR_HEADERS_OVERFLOW: "answer-not-http",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "answer-not-http",
};

/** The failure code of every other error, by the stage in which it occurred. The detail keeps the exact message. */
const BY_STAGE: Readonly<Record<AttemptStage, FailureCode>> = {
  connecting: "no-network-path",
  handshake: "tls-failed",
  connected: "connection-closed",
  answering: "connection-closed",
};

/** Messages of the HTTP client that mention its internals, and what they mean. */
const MEANINGS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/assert\(statusCode >= 100\)/, "the status code is below 100"],
  [/assert\(upgrade\)/, "status 101 without an Upgrade header"],
  [
    /^Response body length does not match/,
    "the Content-Length header is repeated, contradicts Transfer-Encoding or the body, or what follows it is not HTTP",
  ],
];

/**
 * Errors caused by a temporary lack of resources in our own process. They are rethrown, so that the same work can be run
 * again.
 */
const SHORTAGES = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|UND_ERR_(CLOSED|DESTROYED))$/;

/**
 * Errors caused by a bug of ours, which the same request would cause again. They count as attempts, so that retries end.
 */
const MISTAKES = /^(ERR_(INVALID|ASSERTION|OUT_OF_RANGE).*|UND_ERR_INVALID.*)$/;

const DETAIL_CHARACTERS_MAX = 500;

/**
 * Classifies a failure. Returns null if our own process temporarily lacks a resource; the caller then rethrows the error.
 */
export function classifyFailure(
  error: unknown,
  stage: AttemptStage,
): { code: FailureCode; detail: string } | null {
  const cause = causeOf(error);
  const code = codeOf(cause, stage);
  return code && { code, detail: describeError(cause) };
}

/** Describes an error in one line, with its code. */
export function describeError(error: unknown): string {
  const said = errorMessage(error);
  const message = MEANINGS.find(([words]) => words.test(said))?.[1] ?? said;
  const code = errorCodeOf(error);
  const text = code && !message.includes(code) ? `${code}: ${message}` : message;
  return text.replaceAll(/\s+/g, " ").trim().slice(0, DETAIL_CHARACTERS_MAX);
}

/** If several addresses failed, a refused connection is more informative than a missing route. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  const causes: readonly unknown[] = error.errors;
  const saying = causes.find((cause) => CODES[errorCodeOf(cause) ?? ""] === "connection-refused");
  return saying ?? causes[0];
}

function codeOf(error: unknown, stage: AttemptStage): FailureCode | null {
  if (error instanceof AttemptError) return error.failureCode;
  // An expired deadline has the numeric code 23, so it is recognised by its name.
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  const code = errorCodeOf(error) ?? "";
  if (SHORTAGES.test(code)) return null;
  if (isMistake(error, code)) {
    // The client validates our request before sending it, so an error in this stage comes from reading the response.
    return stage === "answering" ? "answer-not-http" : "internal-fault";
  }
  if (isMalformedAnswer(error, code)) return "answer-not-http";
  if (code.startsWith("ERR_SSL_")) {
    return stage === "answering" ? "connection-closed" : "tls-failed";
  }
  if (code === "ETIMEDOUT" && stage === "connecting") return "connect-timeout";
  return CODES[code] ?? BY_STAGE[stage];
}

/** undici reports an unexpected status 100 or 101 as a socket error. */
const isMalformedAnswer = (error: unknown, code: string) =>
  error instanceof Error &&
  (error.name === "HTTPParserError" || (code === "UND_ERR_SOCKET" && /^bad /.test(error.message)));

/** Errors thrown by JavaScript itself, caused by a bug or by input that the program did not expect. */
const isMistake = (error: unknown, code: string) =>
  MISTAKES.test(code) ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((Mistake) => error instanceof Mistake);

function errorCodeOf(error: unknown): string | null {
  const hasCode = error instanceof Error && "code" in error && typeof error.code === "string";
  return hasCode ? String(error.code) : null;
}
