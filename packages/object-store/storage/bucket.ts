import { randomUUID } from "node:crypto";
import { link, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasErrnoCode } from "../node-helpers";
import { noSuchBucket } from "../protocol/s3-error";
import { type BucketDirectory, currentFile, olderFile } from "./bucket-directory";
import type { DurableFiles } from "./durable-files";
import { createKeyLock } from "./key-lock";
import type { ObjectIndex } from "./object-index";
import {
  type DeleteMarker,
  isDeleteMarker,
  type ObjectMetadata,
  readVersionFileSync,
  type StoredVersion,
  visibleObject,
} from "./object-metadata";
import { settleAll } from "./settle-all";
import { NULL_VERSION_ID, nextVersionId } from "./version-id";
import { namedIfMissing } from "./whole-blob";

const READ_TRIES_MAX = 5;

/** Throws to reject a write; receives the object currently stored under the key, or null if there is none. */
export type WriteCondition = (existing: ObjectMetadata | null) => void;

/** The description of bytes that have been placed among the blobs. */
export type PlacedBytes = Omit<ObjectMetadata, "key" | "versionId" | "blob" | "lastModified">;

/** The parts of a bucket. */
export interface BucketParts {
  readonly name: string;
  readonly directory: BucketDirectory;
  readonly files: DurableFiles;
  readonly index: ObjectIndex;
  readonly isVersioned: boolean;
  readonly now: () => Date;
}

/**
 * The versions of the keys of one bucket. Each write of a key is one rename or unlink of the file of its newest version:
 * readers see the complete state before or after it, even after a crash at any moment. Without versioning, a key has only
 * the null version, which each write replaces.
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

  /** Makes each later write add a version. Existing objects are kept as null versions. This cannot be undone. */
  async keepVersions(): Promise<void> {
    const { directory, files } = this.#parts;
    await writeFile(directory.versioned, "", { mode: 0o600 });
    await files.syncDirectory(directory.root);
    this.#isVersioned = true;
  }

  /** Rejects all later writes if the bucket is empty and nothing is being written; returns whether that was the case. */
  close(): boolean {
    this.#isClosed = this.#writesRunning === 0 && this.index.versions.length === 0;
    return this.#isClosed;
  }

  /** Finds the version with this id, or the newest if no id is given. Returns null if there is no such version. */
  async find(key: string, versionId?: string): Promise<StoredVersion | null> {
    const { directory, index } = this.#parts;
    for (let tries = 1; ; tries += 1) {
      const current = readVersionFileSync(currentFile(directory, key));
      if (versionId === undefined || current?.versionId === versionId) return current;
      // Checked first, because an id that was never issued must not become the name of a file.
      const isKnown = index.versionsOf(key).some((version) => version.versionId === versionId);
      if (!isKnown) return null;
      const older = readVersionFileSync(olderFile(directory, key, versionId));
      if (older !== null) return older;
      // The version became the newest one between the two reads.
      if (tries === READ_TRIES_MAX) throw new Error("a version is neither the newest nor older");
    }
  }

  /**
   * Calls a function with an object and the file that holds its bytes. Looks the object up again if the file has
   * vanished in between. Returns null if there is no object.
   */
  async withBlob<T>(
    key: string,
    versionId: string | undefined,
    use: (version: ObjectMetadata, blobFile: string) => Promise<T>,
  ): Promise<T | DeleteMarker | null> {
    for (let tries = 1; ; tries += 1) {
      const version = await this.find(key, versionId);
      if (version === null || isDeleteMarker(version)) return version;
      try {
        return await use(version, join(this.#parts.directory.blobs, version.blob));
      } catch (error) {
        if (!hasErrnoCode(error, "ENOENT") || tries === READ_TRIES_MAX) {
          throw namedIfMissing(this.#parts.name, version, error);
        }
      }
    }
  }

  /** Makes an object the newest version of the key. `placeBlob` puts the bytes at the given path and describes them. */
  put(
    key: string,
    condition: WriteCondition,
    placeBlob: (blobFile: string) => Promise<PlacedBytes>,
  ): Promise<ObjectMetadata> {
    const { directory } = this.#parts;
    return this.#write(key, async () => {
      const previous = await this.find(key);
      condition(visibleObject(previous));
      const blob = randomUUID();
      const blobFile = join(directory.blobs, blob);
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
   * Hides the key, as if nothing were stored: with versioning, it adds and returns a delete marker; otherwise, it removes
   * the object. A missing object is not an error and gets no marker.
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

  /** Removes and returns one version, with its bytes; null if there is no such version, which is not an error. */
  remove(key: string, versionId: string, condition: WriteCondition): Promise<StoredVersion | null> {
    return this.#write(key, async () => {
      const version = await this.find(key, versionId);
      condition(visibleObject(version));
      if (version !== null) await this.#remove(version);
      return version;
    });
  }

  /**
   * Runs the work exclusively for its key.
   * @throws S3Error NoSuchBucket once the bucket is closed
   */
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

  /** The only writer of metadata. Call it under the key's lock. */
  async #commit(version: StoredVersion, previous: StoredVersion | null): Promise<void> {
    const { directory, files, index } = this.#parts;
    const file = currentFile(directory, version.key);
    const draft = `${file}.${randomUUID()}`;
    const isReplaced = previous?.versionId === version.versionId;
    try {
      await files.createDirectory(dirname(file));
      // All of this must be on disk before the commit, in any order.
      await settleAll([
        files.syncDirectory(directory.blobs),
        files.writeNewFile(draft, JSON.stringify(version)),
        ...(previous === null || isReplaced ? [] : [this.#keepAside(previous)]),
      ]);
      await rename(draft, file); // the commit point
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    index.put(version);
    await files.syncDirectory(dirname(file));
    if (previous !== null && isReplaced) await this.#removeBlob(previous);
  }

  /**
   * Creates a second name for the newest version's file. If a failed write has already created the name, it has the same
   * content, because versions never change.
   */
  async #keepAside({ key, versionId }: StoredVersion): Promise<void> {
    const { directory, files } = this.#parts;
    const file = currentFile(directory, key);
    try {
      await link(file, olderFile(directory, key, versionId));
    } catch (error) {
      if (!hasErrnoCode(error, "EEXIST")) throw error;
    }
    await files.syncDirectory(dirname(file));
  }

  /** Call it under the key's lock. One rename puts the next older version in the place of a removed newest one. */
  async #remove(version: StoredVersion): Promise<void> {
    const { directory, files, index } = this.#parts;
    const { key, versionId } = version;
    const file = currentFile(directory, key);
    const [newest, next] = index.versionsOf(key);
    // A failed write may have left a second name for the newest version, too.
    await rm(olderFile(directory, key, versionId), { force: true });
    if (newest?.versionId === versionId) {
      if (next === undefined) await rm(file);
      else await rename(olderFile(directory, key, next.versionId), file);
    }
    index.remove(key, versionId);
    await files.syncDirectory(dirname(file));
    await this.#removeBlob(version);
  }

  async #removeBlob(version: StoredVersion): Promise<void> {
    if (isDeleteMarker(version)) return;
    await rm(join(this.#parts.directory.blobs, version.blob), { force: true });
  }
}
