import { randomUUID } from "node:crypto";
import { link, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasErrnoCode } from "../../has-errno-code";
import { noSuchBucket } from "../protocol/s3-error";
import { type BucketFolder, currentFile, olderFile } from "./bucket-folder";
import type { DurableFiles } from "./durable-files";
import { createKeyLock } from "./key-lock";
import type { ObjectIndex } from "./object-index";
import {
  type DeleteMarker,
  isDeleteMarker,
  type ObjectMetadata,
  readVersionFile,
  type StoredVersion,
  visibleObject,
} from "./object-metadata";
import { settleAll } from "./settle-all";
import { NULL_VERSION_ID, nextVersionId } from "./version-id";
import { namedIfMissing } from "./whole-blob";

const READ_TRIES_MAX = 5;

/** Throws to refuse a write; gets what is stored under the key now, null when nothing is. */
export type WriteCondition = (existing: ObjectMetadata | null) => void;

/** Bytes that were put under a name among the blobs, described. */
export type PlacedBytes = Omit<ObjectMetadata, "key" | "versionId" | "blob" | "lastModified">;

/** What a bucket is made of. */
export interface BucketParts {
  readonly name: string;
  readonly folder: BucketFolder;
  readonly files: DurableFiles;
  readonly index: ObjectIndex;
  readonly isVersioned: boolean;
  readonly now: () => Date;
}

/**
 * The versions of the keys of one bucket. Each write of a key is one rename or unlink of the file of its newest version:
 * readers see the key before it or after it, whole, even after a crash at any moment. Without versions a key has only the
 * null version, which each write replaces.
 */
export class Bucket {
  readonly #parts: BucketParts;
  readonly #locks = createKeyLock();
  #isVersioned: boolean;
  #writesRunning = 0;
  #isClosed = false;

  constructor(parts: BucketParts) {
    this.#parts = parts;
    this.#isVersioned = parts.isVersioned;
  }

  get index(): ObjectIndex {
    return this.#parts.index;
  }

  get isVersioned(): boolean {
    return this.#isVersioned;
  }

  /** From now on each write adds a version. What is stored stays, as null versions. There is no way back. */
  async keepVersions(): Promise<void> {
    const { folder, files } = this.#parts;
    await writeFile(folder.versioned, "", { mode: 0o600 });
    await files.syncFolder(folder.root);
    this.#isVersioned = true;
  }

  /** Refuses all later writes if the bucket is empty and nothing is being written; answers whether it was. */
  close(): boolean {
    this.#isClosed = this.#writesRunning === 0 && this.index.versions.length === 0;
    return this.#isClosed;
  }

  /** The version with this id, the newest one when none is given. Null when there is no such version. */
  async find(key: string, versionId?: string): Promise<StoredVersion | null> {
    const { folder, index } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const current = await readVersionFile(currentFile(folder, key));
      if (versionId === undefined || current?.versionId === versionId) return current;
      // Asked first, because an id that was never given out must not become the name of a file.
      const isKnown = index.versionsOf(key).some((version) => version.versionId === versionId);
      if (!isKnown) return null;
      const older = await readVersionFile(olderFile(folder, key, versionId));
      if (older !== null) return older;
      // It became the newest one between the two looks.
      if (tries === READ_TRIES_MAX) throw new Error("a version is neither the newest nor older");
    }
  }

  /** Uses an object and the file of its bytes; looked up again when that vanished in between. Null when there is no object. */
  async withBlob<T>(
    key: string,
    versionId: string | undefined,
    use: (version: ObjectMetadata, blobFile: string) => Promise<T>,
  ): Promise<T | DeleteMarker | null> {
    for (let tries = 1; ; tries += 1) {
      const version = await this.find(key, versionId);
      if (version === null || isDeleteMarker(version)) return version;
      try {
        return await use(version, join(this.#parts.folder.blobs, version.blob));
      } catch (error) {
        if (!hasErrnoCode(error, "ENOENT") || tries === READ_TRIES_MAX) {
          throw namedIfMissing(this.#parts.name, version, error);
        }
      }
    }
  }

  /** Makes an object the newest version of the key. `placeBlob` puts the bytes under the given name and describes them. */
  put(
    key: string,
    condition: WriteCondition,
    placeBlob: (blobFile: string) => Promise<PlacedBytes>,
  ): Promise<ObjectMetadata> {
    const { folder } = this.#parts;
    return this.#write(key, async () => {
      const previous = await this.find(key);
      condition(visibleObject(previous));
      const blob = randomUUID();
      const blobFile = join(folder.blobs, blob);
      try {
        const placed = await placeBlob(blobFile);
        const version = { ...placed, ...this.#nextVersion(key, previous), blob };
        await this.#commit(version, previous);
        return version;
      } catch (error) {
        await rm(blobFile, { force: true });
        throw error;
      }
    });
  }

  /**
   * Makes the key look as if nothing were stored: with versions by a delete marker, which is answered, else by removing the
   * object. Nothing there is no error and gets no marker.
   */
  hide(key: string, condition: WriteCondition): Promise<DeleteMarker | null> {
    return this.#write(key, async () => {
      const previous = await this.find(key);
      const existing = visibleObject(previous);
      condition(existing);
      if (existing === null) return null;
      if (!this.#isVersioned) {
        await this.#remove(existing);
        return null;
      }
      const marker = { ...this.#nextVersion(key, previous), isDeleteMarker: true } as const;
      await this.#commit(marker, previous);
      return marker;
    });
  }

  /**
   * Removes one version and its bytes, and answers it; null when there is no such version, which is not an error.
   */
  remove(key: string, versionId: string, condition: WriteCondition): Promise<StoredVersion | null> {
    return this.#write(key, async () => {
      const version = await this.find(key, versionId);
      condition(visibleObject(version));
      if (version !== null) await this.#remove(version);
      return version;
    });
  }

  /** Alone for its key. Throws NoSuchBucket once the bucket is closed. */
  async #write<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw noSuchBucket();
    this.#writesRunning += 1;
    try {
      return await this.#locks.run(key, work);
    } finally {
      this.#writesRunning -= 1;
    }
  }

  #nextVersion(key: string, previous: StoredVersion | null) {
    const versionId = this.#isVersioned
      ? nextVersionId(previous?.versionId ?? null)
      : NULL_VERSION_ID;
    return { key, versionId, lastModified: this.#parts.now().toISOString() };
  }

  /** The only writer of metadata. Under the key's lock. */
  async #commit(version: StoredVersion, previous: StoredVersion | null): Promise<void> {
    const { folder, files, index } = this.#parts;
    const file = currentFile(folder, version.key);
    const draft = `${file}.${randomUUID()}`;
    const isReplaced = previous?.versionId === version.versionId;
    try {
      await files.createFolder(dirname(file));
      // All must be on disk before the commit, and none needs another.
      await settleAll([
        files.syncFolder(folder.blobs),
        files.writeNewFile(draft, JSON.stringify(version)),
        ...(previous === null || isReplaced ? [] : [this.#keepAside(previous)]),
      ]);
      await rename(draft, file); // the commit point
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    index.put(version);
    await files.syncFolder(dirname(file));
    if (previous !== null && isReplaced) await this.#removeBlob(previous);
  }

  /** A second name for the newest version's file. One that a failed write left is the same: a version never changes. */
  async #keepAside({ key, versionId }: StoredVersion): Promise<void> {
    const { folder, files } = this.#parts;
    const file = currentFile(folder, key);
    try {
      await link(file, olderFile(folder, key, versionId));
    } catch (error) {
      if (!hasErrnoCode(error, "EEXIST")) throw error;
    }
    await files.syncFolder(dirname(file));
  }

  /** Under the key's lock. The newest version gives its place to the next one, with one rename. */
  async #remove(version: StoredVersion): Promise<void> {
    const { folder, files, index } = this.#parts;
    const { key, versionId } = version;
    const file = currentFile(folder, key);
    const [newest, next] = index.versionsOf(key);
    // Also of the newest version a second name may be left by a write that failed.
    await rm(olderFile(folder, key, versionId), { force: true });
    if (newest?.versionId === versionId) {
      if (next === undefined) await rm(file);
      else await rename(olderFile(folder, key, next.versionId), file);
    }
    index.remove(key, versionId);
    await files.syncFolder(dirname(file));
    await this.#removeBlob(version);
  }

  async #removeBlob(version: StoredVersion): Promise<void> {
    if (isDeleteMarker(version)) return;
    await rm(join(this.#parts.folder.blobs, version.blob), { force: true });
  }
}
