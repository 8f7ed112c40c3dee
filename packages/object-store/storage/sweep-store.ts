import { access, mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing } from "../node-helpers";
import {
  type BucketDirectory,
  bucketDirectory,
  currentFile,
  isBucketName,
  metadataFileKind,
} from "./bucket-directory";
import {
  createObjectIndex,
  type ListedVersion,
  type ObjectIndex,
  toListedVersion,
} from "./object-index";
import { isDeleteMarker, readVersionFile, type StoredVersion } from "./object-metadata";
import { compareVersionIds } from "./version-id";

/** A bucket as it was found on disk. */
export interface SweptBucket {
  readonly bucket: string;
  readonly index: ObjectIndex;
  readonly isVersioned: boolean;
}

/**
 * Removes the leftovers of a crash: unfinished uploads, bytes that no metadata names, and metadata drafts. Returns the
 * buckets with their remaining versions. Only call it while holding the folder lock, because it would remove another
 * process's uploads.
 * @throws Error if a metadata file is damaged, because it is then unknown which bytes are in use
 */
export async function sweepStore(root: string): Promise<SweptBucket[]> {
  const entries = await readdir(root, { withFileTypes: true });
  const swept: SweptBucket[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && isBucketName(entry.name)) {
      const directory = bucketDirectory(root, entry.name);
      if (await isWholeBucket(directory)) {
        const isVersioned = (await access(directory.versioned).catch(nullIfMissing)) !== null;
        swept.push({ bucket: entry.name, index: await sweepBucket(directory), isVersioned });
      }
    }
  }
  return swept;
}

/**
 * The metadata folder is created last. If it is missing, the creation of the bucket was interrupted and can simply be
 * repeated.
 */
async function isWholeBucket(directory: BucketDirectory): Promise<boolean> {
  return (await readdir(directory.meta).catch(nullIfMissing)) !== null;
}

async function sweepBucket(directory: BucketDirectory): Promise<ObjectIndex> {
  await rm(directory.tmp, { recursive: true, force: true });
  await mkdir(directory.tmp, { mode: 0o700 });
  const named = new Set<string>();
  const listed: ListedVersion[] = [];
  for (const shard of await shardsOf(directory)) {
    await removeDrafts(join(directory.meta, shard));
    for (const version of await versionsIn(directory, join(directory.meta, shard))) {
      if (!isDeleteMarker(version)) named.add(version.blob);
      listed.push(toListedVersion(version));
    }
  }
  for (const blob of await readdir(directory.blobs)) {
    if (!named.has(blob)) {
      await rm(join(directory.blobs, blob));
    }
  }
  return createObjectIndex(listed);
}

/**
 * Returns the versions in one shard, unordered. If a write was interrupted just before its commit, the newest version
 * also has the name of an older version; this second name is removed.
 */
async function versionsIn(directory: BucketDirectory, shard: string): Promise<StoredVersion[]> {
  const names = await readdir(shard);
  const read = async (kind: "current" | "older") => {
    const files = names.filter((name) => metadataFileKind(name) === kind);
    const found = files.map(async (name) => {
      const file = join(shard, name);
      const version = await readVersionFile(file);
      return version === null ? [] : [{ file, version }];
    });
    return (await Promise.all(found)).flat();
  };
  const newest = new Map((await read("current")).map(({ version }) => [version.key, version]));
  const older = await read("older");
  for (const { file, version } of older.toSorted((a, b) =>
    compareVersionIds(a.version.versionId, b.version.versionId),
  )) {
    const current = newest.get(version.key);
    if (current?.versionId === version.versionId) await rm(file);
    if (current !== undefined) continue;
    // This store always keeps the file of a key's newest version. If that file is missing anyway, the rename makes the
    // other versions readable again.
    await rename(file, currentFile(directory, version.key));
    newest.set(version.key, version);
  }
  const isNewest = ({ key, versionId }: StoredVersion) => newest.get(key)?.versionId === versionId;
  return [
    ...newest.values(),
    ...older.flatMap(({ version }) => (isNewest(version) ? [] : [version])),
  ];
}

async function removeDrafts(shard: string): Promise<void> {
  const names = await readdir(shard);
  for (const name of names.filter((candidate) => metadataFileKind(candidate) === null)) {
    await rm(join(shard, name));
  }
}

/** Lists only folders that this store creates, because a desktop or a backup may leave its own files among them. */
async function shardsOf(directory: BucketDirectory): Promise<string[]> {
  const entries = await readdir(directory.meta, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .map(({ name }) => name);
}
