import { errorMessage } from "@/lib/kernel/rules/error-message";
import type { FailureCode } from "@/lib/notifications/rules/delivery-failure";

/** A failure that we name ourselves: a refusal, or a time of ours that ran out. */
export class AttemptError extends Error {
  constructor(
    readonly failureCode: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** How far an attempt was when it failed. */
export type AttemptStage =
  | "connecting"
  | "handshake"
  | "connected"
  /** The receiver has begun to answer, and the answer is being read. */
  | "answering";

/** Codes of Node, OpenSSL and undici that say what happened, whenever they come. */
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

/** What else fails is named by how far the attempt was; the detail has the exact words. */
const BY_STAGE: Readonly<Record<AttemptStage, FailureCode>> = {
  connecting: "no-network-path",
  handshake: "tls-failed",
  connected: "connection-closed",
  answering: "connection-closed",
};

/** What the HTTP client says in words of its own program, and what it means. */
const MEANINGS: readonly (readonly [said: RegExp, meaning: string])[] = [
  [/assert\(statusCode >= 100\)/, "the status code is below 100"],
  [/assert\(upgrade\)/, "status 101 without an Upgrade header"],
  [
    /^Response body length does not match/,
    "the Content-Length header is repeated, contradicts Transfer-Encoding or the body, or what follows it is not HTTP",
  ],
];

/**
 * What our process lacks for a moment: to be thrown, because the same turn can be executed again.
 */
const SHORTAGES = /^(EMFILE|ENFILE|ENOBUFS|ENOMEM|UND_ERR_(CLOSED|DESTROYED))$/;

/** Mistakes of our program, which come again with the same request: they count as attempts, so that there is an end. */
const MISTAKES = /^(ERR_(INVALID|ASSERTION|OUT_OF_RANGE).*|UND_ERR_INVALID.*)$/;

const DETAIL_CHARACTERS_MAX = 500;

/** Names a failure; null when our own process lacks something for a moment, which is to be thrown on. */
export function classifyFailure(
  error: unknown,
  stage: AttemptStage,
): { code: FailureCode; detail: string } | null {
  const cause = causeOf(error);
  const code = codeOf(cause, stage);
  return code && { code, detail: describeError(cause) };
}

/** An error in one line, with its code. */
export function describeError(error: unknown): string {
  const said = errorMessage(error);
  const message = MEANINGS.find(([words]) => words.test(said))?.[1] ?? said;
  const code = errorCodeOf(error);
  const text = code && !message.includes(code) ? `${code}: ${message}` : message;
  return text.replaceAll(/\s+/g, " ").trim().slice(0, DETAIL_CHARACTERS_MAX);
}

/** Of several addresses, the one that answered something tells more than those without a path. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  const causes: readonly unknown[] = error.errors;
  const saying = causes.find((cause) => CODES[errorCodeOf(cause) ?? ""] === "connection-refused");
  return saying ?? causes[0];
}

function codeOf(error: unknown, stage: AttemptStage): FailureCode | null {
  if (error instanceof AttemptError) return error.failureCode;
  // An aborted deadline has the number 23 as its code.
  if (error instanceof Error && error.name === "TimeoutError") return "timeout";
  const code = errorCodeOf(error) ?? "";
  if (SHORTAGES.test(code)) return null;
  if (isMistake(error, code)) {
    // The client checks our request before it sends it, so what fails later is its reading of the answer.
    return stage === "answering" ? "answer-not-http" : "internal-fault";
  }
  if (isMalformedAnswer(error, code)) return "answer-not-http";
  if (code.startsWith("ERR_SSL_")) {
    return stage === "answering" ? "connection-closed" : "tls-failed";
  }
  if (code === "ETIMEDOUT" && stage === "connecting") return "connect-timeout";
  return CODES[code] ?? BY_STAGE[stage];
}

/** undici says a status 100 or 101 that nobody asked for as a socket error. */
const isMalformedAnswer = (error: unknown, code: string) =>
  error instanceof Error &&
  (error.name === "HTTPParserError" || (code === "UND_ERR_SOCKET" && /^bad /.test(error.message)));

/** Thrown by the language itself: a mistake in a program, or input that it did not expect. */
const isMistake = (error: unknown, code: string) =>
  MISTAKES.test(code) ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((Mistake) => error instanceof Mistake);

function errorCodeOf(error: unknown): string | null {
  const hasCode = error instanceof Error && "code" in error && typeof error.code === "string";
  return hasCode ? String(error.code) : null;
}
