/**
 * Codes of Node and undici: no connection, a lost connection, no response in time, or a machine that is short of sockets
 * or file descriptors.
 */
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

/** Names of temporary errors: the SDK's own timeouts, and errors that stores return with a 4xx status. */
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

/** Not temporary, unlike other 5xx statuses: a feature that the store lacks will still be missing later. */
const NOT_IMPLEMENTED = 501;

/**
 * Returns whether a failed call means that the store is temporarily unavailable: no connection, a timeout, throttling or
 * a 5xx. Returns false for permanent failures: the store rejects the call, the configuration is wrong (certificate,
 * bucket), or this program made a mistake. An unknown host name counts as unavailable, because a wrong address and a
 * broken name server look the same.
 */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = statusOf(error);
  if (TEMPORARY_NAMES.has(error.name) || status === 429) return true;
  if (status !== undefined) return status >= 500 && status !== NOT_IMPLEMENTED;
  return "code" in error && typeof error.code === "string" && NETWORK_CODES.has(error.code);
}

/** Returns the status of the store's response. The SDK also sets it on its own errors about a response that is not S3. */
export function statusOf(error: unknown): number | undefined {
  const metadata = error instanceof Error && "$metadata" in error ? error.$metadata : null;
  const hasStatus =
    typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata;
  return hasStatus && typeof metadata.httpStatusCode === "number"
    ? metadata.httpStatusCode
    : undefined;
}
