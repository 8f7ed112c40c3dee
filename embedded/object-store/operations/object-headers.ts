import { type RequestHeaders, requirePrintableAscii } from "../protocol/http-headers";
import type { ObjectMetadata } from "../storage/object-metadata";
import { amzParameter, amzParameterNames, type VerifiedRequest } from "./operation";

/** What an uploader may say about the content, and a reader override by a parameter named `response-…`. */
export const CONTENT_HEADERS = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
] as const;
const USER_PREFIX = "x-amz-meta-";
const DEFAULT_CONTENT_TYPE = "binary/octet-stream";

/** What an uploader says about the object and every reader gets back. Throws InvalidArgument. */
export function readObjectDescription(
  request: VerifiedRequest,
): Pick<ObjectMetadata, "headers" | "user"> {
  return { headers: readContentHeaders(request.headers), user: readUserMetadata(request) };
}

/** The stored description as response headers, with the signed `response-*` overrides applied. */
export function objectHeaders(
  stored: ObjectMetadata,
  override: (name: string) => string | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {
    etag: `"${stored.etag}"`,
    "last-modified": new Date(stored.lastModified).toUTCString(),
    "accept-ranges": "bytes",
  };
  for (const [name, value] of Object.entries(stored.user)) {
    headers[`${USER_PREFIX}${name}`] = value;
  }
  for (const name of CONTENT_HEADERS) {
    const value = override(`response-${name}`) ?? stored.headers[name];
    if (value !== undefined) {
      headers[name] = value;
    }
  }
  headers["content-type"] ??= DEFAULT_CONTENT_TYPE;
  return headers;
}

function readContentHeaders(headers: RequestHeaders): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const name of CONTENT_HEADERS) {
    const value = headers[name];
    if (value !== undefined) {
      requirePrintableAscii(name, value);
      stored[name] = value;
    }
  }
  return stored;
}

function readUserMetadata(request: VerifiedRequest): Record<string, string> {
  const names = amzParameterNames(request).filter((name) => name.startsWith(USER_PREFIX));
  return Object.fromEntries(
    names.map((name) => [name.slice(USER_PREFIX.length), amzParameter(request, name) ?? ""]),
  );
}
