import { createHash } from "node:crypto";
import { join } from "node:path";
import { isVersionId } from "./version-id";

/** The paths of one bucket on disk. */
export interface BucketDirectory {
  readonly root: string;
  /** Uploads in progress. */
  readonly tmp: string;
  /** Bytes of objects, each under a name that is never reused. */
  readonly blobs: string;
  /** One JSON file for each version of each key; a version exists exactly as long as its file. */
  readonly meta: string;
  /** An empty file; while it exists, the bucket keeps versions. */
  readonly versioned: string;
}

/** Returns the paths of a bucket's folder and files without creating any of them. */
export function bucketDirectory(storeRoot: string, bucket: string): BucketDirectory {
  const root = join(storeRoot, bucket);
  return {
    root,
    tmp: join(root, "tmp"),
    blobs: join(root, "blobs"),
    meta: join(root, "meta"),
    versioned: join(root, "versioned"),
  };
}

/**
 * Returns the file of the key's newest version. The folder and the name come only from the key's SHA-256, so there is no
 * path traversal and no limit on the length of keys.
 */
export function currentFile(directory: BucketDirectory, key: string): string {
  const name = createHash("sha256").update(key).digest("hex");
  return join(directory.meta, name.slice(0, 2), `${name}.json`);
}

/** Returns the file of an older version of the key. */
export function olderFile(directory: BucketDirectory, key: string, versionId: string): string {
  return currentFile(directory, key).replace(/json$/, `${versionId}.json`);
}

/** Returns whether a file in a metadata folder is the newest or an older version; null for a draft. */
export function metadataFileKind(name: string): "current" | "older" | null {
  const [, versionId] = /^[\da-f]{64}(?:\.([\da-z]+))?\.json$/.exec(name) ?? [null, null];
  if (versionId === null) return null;
  if (versionId === undefined) return "current";
  return isVersionId(versionId) ? "older" : null;
}

/** Returns whether a name is allowed for a bucket, and so for a folder below the root. */
export function isBucketName(name: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);
}
