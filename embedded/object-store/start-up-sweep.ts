import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasErrnoCode } from "../errno";
import { type BucketFolder, bucketFolder, isBucketName } from "./bucket-folder";
import { type ObjectMetadata, readObjectMetadata } from "./object-metadata";

/**
 * Removes what a crash left behind: unfinished uploads, bytes no metadata names, metadata drafts. Returns the buckets.
 * Only for the owner of the folder lock: it would sweep the uploads of another process. Throws when a metadata file is
 * damaged, because then it cannot know whose bytes may go.
 */
export async function sweepStore(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const buckets: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && isBucketName(entry.name)) {
      const folder = bucketFolder(root, entry.name);
      if (await isWholeBucket(folder)) {
        await sweepBucket(folder);
        buckets.push(entry.name);
      }
    }
  }
  return buckets;
}

/** Every object of the bucket, in no order; an object deleted while reading is left out. */
export async function readAllMetadata(folder: BucketFolder): Promise<ObjectMetadata[]> {
  const objects: ObjectMetadata[] = [];
  for (const shard of await shardsOf(folder)) {
    const names = await readdir(join(folder.meta, shard));
    const found = await Promise.all(
      names
        .filter(isMetadataName)
        .map((name) => readObjectMetadata(join(folder.meta, shard, name))),
    );
    objects.push(...found.filter((metadata) => metadata !== null));
  }
  return objects;
}

/** Metadata's folder is created last, so without it the creation was cut short and is simply repeated. */
async function isWholeBucket(folder: BucketFolder): Promise<boolean> {
  try {
    await readdir(folder.meta);
    return true;
  } catch (error) {
    if (hasErrnoCode(error, "ENOENT")) {
      return false;
    }
    throw error;
  }
}

async function sweepBucket(folder: BucketFolder): Promise<void> {
  await rm(folder.tmp, { recursive: true, force: true });
  await mkdir(folder.tmp, { mode: 0o700 });
  await removeDrafts(folder);
  const objects = await readAllMetadata(folder);
  const named = new Set(objects.map(({ blob }) => blob));
  for (const blob of await readdir(folder.blobs)) {
    if (!named.has(blob)) {
      await rm(join(folder.blobs, blob));
    }
  }
}

async function removeDrafts(folder: BucketFolder): Promise<void> {
  for (const shard of await shardsOf(folder)) {
    const names = await readdir(join(folder.meta, shard));
    for (const name of names.filter((candidate) => !isMetadataName(candidate))) {
      await rm(join(folder.meta, shard, name));
    }
  }
}

/** Only folders that this store makes: a desktop or a backup may leave files of its own beside them. */
async function shardsOf(folder: BucketFolder): Promise<string[]> {
  const entries = await readdir(folder.meta, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .map(({ name }) => name);
}

function isMetadataName(name: string): boolean {
  return /^[0-9a-f]{64}\.json$/.test(name);
}
