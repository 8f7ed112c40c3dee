import { CONTENT_TYPE_CHARACTERS_MAX } from "@/lib/documents/rules/content-type";
import { requirePrintableAscii } from "../protocol/http-headers";
import { S3Error } from "../protocol/s3-error";
import type { ObjectMetadata } from "../storage/object-metadata";
import { amzParameter, amzParameterNames, type VerifiedRequest } from "./operation";

/** What S3 keeps about the content, and a reader overrides by a parameter named `response-…`. */
export const CONTENT_HEADERS = [
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "content-type",
  "expires",
] as const;
const USER_PREFIX = "x-amz-meta-";
/** Of names without their prefix and values together, as S3 counts. */
const USER_METADATA_BYTES_MAX = 2048;
const DEFAULT_CONTENT_TYPE = "binary/octet-stream";

/** What is said about an object and every reader gets back. */
export type ObjectDescription = Pick<ObjectMetadata, "headers" | "user">;

/**
 * The description that a request gives an object. From whoever merely holds an upload URL only the content type is taken: the
 * other headers would steer caches and decoders of readers, so they count only when they are signed. Throws InvalidArgument
 * and MetadataTooLarge.
 */
export function readObjectDescription(request: VerifiedRequest): ObjectDescription {
  return { headers: readContentHeaders(request), user: readUserMetadata(request) };
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

/** Refused rather than cut: the uploader can still mend it, and no reader sees another type than was sent. */
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
