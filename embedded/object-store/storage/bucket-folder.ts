import { createHash } from "node:crypto";
import { join } from "node:path";
import { isVersionId } from "./version-id";

/** Where one bucket lives on disk. */
export interface BucketFolder {
  readonly root: string;
  /** Uploads in progress. */
  readonly tmp: string;
  /** Bytes of objects, each under a name used once. */
  readonly blobs: string;
  /** One JSON file for each version of each key; a version exists exactly as long as its file does. */
  readonly meta: string;
  /** An empty file; while it is there, the bucket keeps versions. */
  readonly versioned: string;
}

/** Names only; creates nothing. */
export function bucketFolder(storeRoot: string, bucket: string): BucketFolder {
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
 * The file of the key's newest version. Folder and name come from the key's SHA-256 only: no traversal, no limit on the
 * length of a name.
 */
export function currentFile(folder: BucketFolder, key: string): string {
  const name = createHash("sha256").update(key).digest("hex");
  return join(folder.meta, name.slice(0, 2), `${name}.json`);
}

/** The file of an older version of the key. */
export function olderFile(folder: BucketFolder, key: string, versionId: string): string {
  return currentFile(folder, key).replace(/json$/, `${versionId}.json`);
}

/** Whether a file of a metadata folder is one of these, and which; null for a draft. */
export function metadataFileKind(name: string): "current" | "older" | null {
  const [, versionId] = /^[\da-f]{64}(?:\.([\da-z]+))?\.json$/.exec(name) ?? [null, null];
  if (versionId === null) return null;
  if (versionId === undefined) return "current";
  return isVersionId(versionId) ? "older" : null;
}

/** Whether a name may be a bucket, and with that a folder below the root. */
export function isBucketName(name: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);
}
