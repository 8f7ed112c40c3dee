import { S3Error } from "../protocol/s3-error";
import type { OpenObject } from "../storage/disk-store";
import { type DeleteMarker, isDeleteMarker, type ObjectMetadata } from "../storage/object-metadata";
import { queryParameter, type VerifiedRequest } from "./operation";

/** Which version a request names; undefined for the newest. Throws InvalidArgument. */
export function requestedVersion(request: VerifiedRequest): string | undefined {
  const versionId = queryParameter(request, "versionId");
  if (versionId !== undefined) requireVersionId(versionId);
  return versionId;
}

/** Refuses what cannot be the id of a version, here or in another store. Throws InvalidArgument. */
export function requireVersionId(text: string): void {
  if (!/^[\dA-Za-z]{1,100}$/.test(text)) {
    throw new S3Error("InvalidArgument", "Invalid version id specified");
  }
}

/** What says which version an answer is about; nothing in a bucket without versions. */
export function versionHeaders(isVersioned: boolean, versionId: string): Record<string, string> {
  return isVersioned ? { "x-amz-version-id": versionId } : {};
}

/** What is there to read. Throws NoSuchKey, NoSuchVersion, and MethodNotAllowed for a delete marker that was named. */
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

/** What says that the version is a delete marker. */
export function markerHeaders(versionId: string): Record<string, string> {
  return { "x-amz-delete-marker": "true", "x-amz-version-id": versionId };
}

function noSuchVersion(versionId: string | undefined): S3Error {
  return versionId === undefined
    ? new S3Error("NoSuchKey", "The specified key does not exist.")
    : new S3Error("NoSuchVersion", "The specified version does not exist.");
}
