import { createHash, createHmac } from "node:crypto";
import { encodeRfc3986 } from "../protocol/encode-rfc3986";
import type { QueryPair } from "../protocol/request-target";

/** The only algorithm that this server supports. */
export const ALGORITHM = "AWS4-HMAC-SHA256";

/** The parts of a request that a Version 4 signature covers. */
export interface SignedParts {
  readonly method: string;
  readonly canonicalPath: string;
  /** All query parameters; X-Amz-Signature itself is skipped when signing. */
  readonly query: readonly QueryPair[];
  readonly signedHeaders: readonly string[];
  /** Returns the value of each signed header; "" if it was not sent. */
  readonly headerValue: (name: string) => string;
  readonly payloadHash: string;
}

/** The time, the scope and the secret used to sign a request. */
export interface SigningContext {
  /** `yyyymmddThhmmssZ` */
  readonly date: string;
  readonly region: string;
  readonly secretAccessKey: string;
}

/** Returns the signature of a request in lower-case hex. Pure. */
export function sign(parts: SignedParts, context: SigningContext): string {
  const scope = [context.date.slice(0, 8), context.region, "s3", "aws4_request"];
  const stringToSign = [
    ALGORITHM,
    context.date,
    scope.join("/"),
    createHash("sha256").update(canonicalRequest(parts)).digest("hex"),
  ].join("\n");
  const signingKey = scope.reduce(hmac, Buffer.from(`AWS4${context.secretAccessKey}`));
  return hmac(signingKey, stringToSign).toString("hex");
}

function canonicalRequest(parts: SignedParts): string {
  const headerLines = parts.signedHeaders.map(
    (name) => `${name}:${parts.headerValue(name).trim().replace(/\s+/g, " ")}`,
  );
  return [
    parts.method,
    parts.canonicalPath,
    canonicalQuery(parts.query),
    ...headerLines,
    "",
    parts.signedHeaders.join(";"),
    parts.payloadHash,
  ].join("\n");
}

function canonicalQuery(query: readonly QueryPair[]): string {
  return query
    .filter(({ name }) => name !== "X-Amz-Signature")
    .map(({ name, value }) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
