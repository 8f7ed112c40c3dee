import { requirePrintableAscii } from "../protocol/http-headers";
import { S3Error } from "../protocol/s3-error";
import type { ObjectMetadata } from "../storage/object-metadata";
import { amzParameter, amzParameterNames, type VerifiedRequest } from "./operation";

/** The content headers that S3 stores and that a reader can override with a parameter named `response-…`. */
export const CONTENT_HEADERS = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
] as const;
const USER_PREFIX = "x-amz-meta-";
/** The limit for the total size of the names (without their prefix) and the values, as S3 counts it. */
const USER_METADATA_BYTES_MAX = 2048;
/** RFC 6838 allows 127 characters on each side of the slash. */
const CONTENT_TYPE_CHARACTERS_MAX = 255;
const DEFAULT_CONTENT_TYPE = "binary/octet-stream";

/** The headers and metadata of an object that every reader receives. */
export type ObjectDescription = Pick<ObjectMetadata, "headers" | "user">;

/**
 * Reads the description that a request gives an object. If a header is not signed, only the content type counts: the
 * other headers would affect readers' caches and decoders, and the holder of an upload URL must not set them.
 * @throws S3Error InvalidArgument or MetadataTooLarge
 */
export function readObjectDescription(request: VerifiedRequest): ObjectDescription {
  return { headers: readContentHeaders(request), user: readUserMetadata(request) };
}

/** Returns the stored description as response headers, with the signed `response-*` overrides applied. */
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

function readContentHeaders({ headers, signedHeaders }: VerifiedRequest): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const name of CONTENT_HEADERS) {
    const value = headers[name];
    if (value && (name === "content-type" || signedHeaders.includes(name))) {
      requirePrintableAscii(name, value);
      stored[name] = value;
    }
  }
  requireContentTypeLength(stored["content-type"]);
  return stored;
}

/**
 * Rejects a type that is too long instead of truncating it, so that the uploader can correct the type and readers never
 * see a type that was not sent.
 */
function requireContentTypeLength(contentType = ""): void {
  if (contentType.length > CONTENT_TYPE_CHARACTERS_MAX) {
    throw new S3Error(
      "InvalidArgument",
      `Content-Type is longer than ${CONTENT_TYPE_CHARACTERS_MAX} characters. Shorten it or leave it out.`,
    );
  }
}

function readUserMetadata(request: VerifiedRequest): Record<string, string> {
  const names = amzParameterNames(request).filter((name) => name.startsWith(USER_PREFIX));
  const entries = names.map((name) => [
    name.slice(USER_PREFIX.length),
    amzParameter(request, name) ?? "",
  ]);
  if (Buffer.byteLength(entries.flat().join("")) > USER_METADATA_BYTES_MAX) {
    const message = "Your metadata headers exceed the maximum allowed metadata size";
    throw new S3Error("MetadataTooLarge", message);
  }
  return Object.fromEntries(entries);
}
