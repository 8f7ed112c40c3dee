import { S3Error } from "../protocol/s3-error";
import type { OpenObject } from "../storage/disk-store";
import { type DeleteMarker, isDeleteMarker, type ObjectMetadata } from "../storage/object-metadata";
import { queryParameter, type VerifiedRequest } from "./operation";

/**
 * Returns the id of the version that a request names; undefined for the newest version.
 * @throws S3Error InvalidArgument
 */
export function requestedVersion(request: VerifiedRequest): string | undefined {
  const versionId = queryParameter(request, "versionId");
  if (versionId !== undefined) requireVersionId(versionId);
  return versionId;
}

/**
 * Checks that a string can be the id of a version, in this store or in a different store.
 * @throws S3Error InvalidArgument
 */
export function requireVersionId(text: string): void {
  if (!/^[\dA-Za-z]{1,100}$/.test(text)) {
    throw new S3Error("InvalidArgument", "Invalid version id specified");
  }
}

/** Returns the headers that name the version in the response; none if the bucket does not keep versions. */
export function versionHeaders(isVersioned: boolean, versionId: string): Record<string, string> {
  return isVersioned ? { "x-amz-version-id": versionId } : {};
}

/**
 * Returns the object to read.
 * @throws S3Error NoSuchKey or NoSuchVersion, or MethodNotAllowed if the named version is a delete marker
 */
export function requireObject<T extends ObjectMetadata | OpenObject>(
  found: T | DeleteMarker | null,
  versionId: string | undefined,
): T {
  if (found === null) throw noSuchVersion(versionId);
  if (!isDeleteMarker(found)) return found;
  const headers = markerHeaders(found.versionId);
  if (versionId === undefined) {
    throw new S3Error("NoSuchKey", "The specified key does not exist.", {
      headers,
    });
  }
  throw new S3Error(
    "MethodNotAllowed",
    "The specified method is not allowed against this resource.",
    {
      headers: { ...headers, allow: "DELETE" },
    },
  );
}

/** Returns the headers that mark the version as a delete marker. */
export function markerHeaders(versionId: string): Record<string, string> {
  return { "x-amz-delete-marker": "true", "x-amz-version-id": versionId };
}

function noSuchVersion(versionId: string | undefined): S3Error {
  return versionId === undefined
    ? new S3Error("NoSuchKey", "The specified key does not exist.")
    : new S3Error("NoSuchVersion", "The specified version does not exist.");
}
