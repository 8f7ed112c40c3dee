import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "../../null-if-missing";
import { type BucketFolder, bucketFolder, isBucketName } from "./bucket-folder";
import {
  createObjectIndex,
  type ListedObject,
  type ObjectIndex,
  toListedObject,
} from "./object-index";
import { type ObjectMetadata, readObjectMetadata } from "./object-metadata";

/**
 * Removes what a crash left behind: unfinished uploads, bytes no metadata names, metadata drafts. Returns the buckets by
 * name, with what the metadata that stays says. Only for the owner of the folder lock: it would sweep the uploads of
 * another process. Throws when a metadata file is damaged, because then it cannot know whose bytes may go.
 */
export async function sweepStore(root: string): Promise<Map<string, ObjectIndex>> {
  const entries = await readdir(root, { withFileTypes: true });
  const indexes = new Map<string, ObjectIndex>();
  for (const entry of entries) {
    if (entry.isDirectory() && isBucketName(entry.name)) {
      const folder = bucketFolder(root, entry.name);
      if (await isWholeBucket(folder)) {
        indexes.set(entry.name, await sweepBucket(folder));
      }
    }
  }
  return indexes;
}

/** Metadata's folder is created last, so without it the creation was cut short and is simply repeated. */
async function isWholeBucket(folder: BucketFolder): Promise<boolean> {
  return (await readdir(folder.meta).catch(nullIfMissing)) !== null;
}

async function sweepBucket(folder: BucketFolder): Promise<ObjectIndex> {
  await rm(folder.tmp, { recursive: true, force: true });
  await mkdir(folder.tmp, { mode: 0o700 });
  await removeDrafts(folder);
  const named = new Set<string>();
  const objects: ListedObject[] = [];
  for await (const metadata of readAllMetadata(folder)) {
    named.add(metadata.blob);
    objects.push(toListedObject(metadata));
  }
  for (const blob of await readdir(folder.blobs)) {
    if (!named.has(blob)) {
      await rm(join(folder.blobs, blob));
    }
  }
  return createObjectIndex(objects);
}

/** Every object of the bucket, in no order; of all that a file says, no more than one shard is held at once. */
async function* readAllMetadata(folder: BucketFolder): AsyncGenerator<ObjectMetadata> {
  for (const shard of await shardsOf(folder)) {
    const names = await readdir(join(folder.meta, shard));
    const files = names.filter(isMetadataName).map((name) => join(folder.meta, shard, name));
    for (const metadata of await Promise.all(files.map(readObjectMetadata))) {
      if (metadata !== null) yield metadata;
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
