import { createHash } from "node:crypto";
import { join } from "node:path";

/** Where one bucket lives on disk. */
export interface BucketFolder {
  readonly root: string;
  /** Uploads in progress. */
  readonly tmp: string;
  /** Bytes of objects, each under a name used once. */
  readonly blobs: string;
  /** One JSON file per key; an object exists exactly as long as this file does. */
  readonly meta: string;
}

/** Names only; creates nothing. */
export function bucketFolder(storeRoot: string, bucket: string): BucketFolder {
  const root = join(storeRoot, bucket);
  return {
    root,
    tmp: join(root, "tmp"),
    blobs: join(root, "blobs"),
    meta: join(root, "meta"),
  };
}

/** The folder and name come from the key's SHA-256 only: no traversal, no limit on the length of a name. */
export function metadataFile(folder: BucketFolder, key: string): string {
  const name = createHash("sha256").update(key).digest("hex");
  return join(folder.meta, name.slice(0, 2), `${name}.json`);
}

/** Whether a name may be a bucket, and with that a folder below the root. */
export function isBucketName(name: string): boolean {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);
}
