import type { Answer } from "../operations/operation";
import type { RequestHeaders } from "../protocol/http-headers";
import { S3Error } from "../protocol/s3-error";

const METHODS = ["PUT", "GET", "HEAD"];
const VARY = "Origin, Access-Control-Request-Headers, Access-Control-Request-Method";
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, -]*$/;

/**
 * Returns the headers for every response, including errors. Without them, browser code would see "Failed to fetch"
 * instead of the error. Credentials are never allowed, because the signature is the only credential here.
 */
export function corsHeaders(
  headers: RequestHeaders,
  allowedOrigins: readonly string[],
): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || !allowedOrigins.includes(origin)) {
    return { vary: VARY };
  }
  return {
    vary: VARY,
    "access-control-allow-origin": origin,
    "access-control-expose-headers":
      "ETag, x-amz-request-id, Accept-Ranges, Content-Range, Content-Length",
  };
}

/**
 * Responds to a preflight request, which browsers send unsigned.
 * @throws S3Error AccessForbidden
 */
export function answerPreflight(
  headers: RequestHeaders,
  allowedOrigins: readonly string[],
): Answer {
  const requestedHeaders = headers["access-control-request-headers"] ?? "";
  const isAllowed =
    allowedOrigins.includes(headers.origin ?? "") &&
    METHODS.includes(headers["access-control-request-method"] ?? "") &&
    HEADER_NAMES.test(requestedHeaders);
  if (!isAllowed) {
    throw new S3Error("AccessForbidden", "This origin, method or header is not allowed.");
  }
  return {
    status: 204,
    headers: {
      "access-control-allow-methods": METHODS.join(", "),
      "access-control-max-age": "600",
      ...(requestedHeaders && { "access-control-allow-headers": requestedHeaders }),
    },
  };
}
