import type { RequestHeaders } from "../protocol/http-headers";
import { preconditionFailed, S3Error } from "../protocol/s3-error";
import type { ObjectMetadata } from "../storage/object-metadata";

/** Returns whether a list of ETags (`*`, quoted or bare, weak or strong) contains this ETag. */
export function matchesEtag(list: string, etag: string): boolean {
  return list.split(",").some((item) => {
    const bare = item.trim().replace(/^W\//, "").replaceAll('"', "");
    return bare === "*" || bare === etag;
  });
}

/**
 * Checks If-Match and If-None-Match of a PUT, copy or DELETE against the object that is stored now. Call it before the
 * body is read, so that a rejected body is not received, and again under the key lock, where the result is final.
 * @throws S3Error PreconditionFailed
 */
export function requireWriteAllowed(
  headers: RequestHeaders,
  existing: ObjectMetadata | null,
): void {
  const ifMatch = headers["if-match"];
  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== "*") {
    throw new S3Error(
      "NotImplemented",
      "A header you provided implies functionality that is not implemented. On a write, If-None-Match can only be *.",
    );
  }
  if (ifNoneMatch !== undefined && existing !== null) {
    throw preconditionFailed();
  }
  if (ifMatch !== undefined && !(existing !== null && matchesEtag(ifMatch, existing.etag))) {
    throw preconditionFailed();
  }
}

/** The conditions of a request that reads or copies an object; each is undefined if it was not sent. */
export type ReadConditions = Readonly<
  Record<
    "if-match" | "if-none-match" | "if-modified-since" | "if-unmodified-since",
    string | undefined
  >
>;

/**
 * Returns whether a read must return 304. The conditions are checked in the order of RFC 9110, section 13.2.2.
 * @throws S3Error PreconditionFailed
 */
export function isUnchangedForReader(
  headers: Partial<ReadConditions>,
  stored: ObjectMetadata,
): boolean {
  const modifiedMs = Math.floor(Date.parse(stored.lastModified) / 1000) * 1000;
  const ifMatch = headers["if-match"];
  const isOutdated =
    ifMatch === undefined
      ? modifiedMs > dateHeader(headers["if-unmodified-since"])
      : !matchesEtag(ifMatch, stored.etag);
  if (isOutdated) {
    throw preconditionFailed();
  }
  const ifNoneMatch = headers["if-none-match"];
  return ifNoneMatch === undefined
    ? modifiedMs <= dateHeader(headers["if-modified-since"])
    : matchesEtag(ifNoneMatch, stored.etag);
}

/** Returns NaN for a missing or malformed date. Every comparison with NaN is false, so the header is ignored. */
function dateHeader(value: string | undefined): number {
  return value === undefined ? Number.NaN : Date.parse(value);
}
