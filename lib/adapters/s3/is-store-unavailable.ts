/** Codes of Node and undici: no connection, a broken one, no answer in time, or a machine that is short of sockets or files. */
const NETWORK_CODES = new Set([
  "EADDRNOTAVAIL",
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "EMFILE",
  "ENETDOWN",
  "ENETUNREACH",
  "ENFILE",
  "ENOBUFS",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_SOCKET",
]);

/** Names of errors that say "not now": the SDK's own time-outs, and what stores answer with a status of 4xx all the same. */
const TEMPORARY_NAMES = new Set([
  "AbortError",
  "BandwidthLimitExceeded",
  "RequestLimitExceeded",
  "RequestTimeout",
  "SlowDown",
  "Throttling",
  "ThrottlingException",
  "TimeoutError",
]);

/** A feature that the store does not have will not be there a moment later. */
const NOT_IMPLEMENTED = 501;

/**
 * Whether a failed call means that the store cannot be asked at the moment: no connection, a time-out, throttling or a 5xx.
 * False when the store rejects the call, for a wrong set-up (certificate, bucket) and for mistakes of this program: those do not
 * pass. A name that is not found counts as unavailable: a wrong address and a name server that is down look the same.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = statusOf(error);
  if (TEMPORARY_NAMES.has(error.name) || status === 429) return true;
  if (status !== undefined) return status >= 500 && status !== NOT_IMPLEMENTED;
  return "code" in error && typeof error.code === "string" && NETWORK_CODES.has(error.code);
}

/** The status of the store's answer; the SDK adds it to its own errors about an answer that is no S3, too. */
export function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && "$metadata" in error ? error.$metadata : null;
  const hasStatus =
    typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata;
  return hasStatus && typeof metadata.httpStatusCode === "number"
    ? metadata.httpStatusCode
    : undefined;
}
