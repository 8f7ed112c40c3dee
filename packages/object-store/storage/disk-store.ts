import { randomUUID } from "node:crypto";
import { type FileHandle, link, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { noSuchBucket, S3Error } from "../protocol/s3-error";
import { Bucket, type WriteCondition } from "./bucket";
import { bucketDirectory } from "./bucket-directory";
import { createDurableFiles, type DurableFiles } from "./durable-files";
import { createKeyLock } from "./key-lock";
import { type ListPage, type ListQuery, listPage } from "./list-page";
import { listVersions, type VersionPage, type VersionQuery } from "./list-versions";
import { createObjectIndex, type ListedVersion } from "./object-index";
import {
  type DeleteMarker,
  isDeleteMarker,
  type ObjectMetadata,
  type StoredVersion,
} from "./object-metadata";
import { type OpenUploadFile, type ReceivedUpload, receiveUpload } from "./receive-upload";
import { sweepStore } from "./sweep-store";
import { openWholeBlob, requireWholeBlob } from "./whole-blob";

/** The options for opening a store. */
export interface DiskStoreOptions {
  readonly root: string;
  readonly isDurable: boolean;
  readonly now: () => Date;
  readonly openUploadFile: OpenUploadFile;
}

/**
 * An object whose bytes stay readable even if it is overwritten or deleted in the meantime. The caller closes the
 * handle.
 */
export interface OpenObject {
  readonly metadata: ObjectMetadata;
  readonly handle: FileHandle;
}

/** The source of a copy: the newest version, unless a version is named. */
export interface CopySource {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string | undefined;
  readonly condition: WriteCondition;
}

/** Removes the leftovers of a crash, then opens the store. The caller must hold the folder lock. */
export async function openDiskStore(options: DiskStoreOptions): Promise<DiskStore> {
  const files = createDurableFiles(options.isDurable);
  await files.createDirectory(options.root);
  const store = new DiskStore(options, files);
  for (const swept of await sweepStore(options.root)) store.add(swept);
  return store;
}

/** Buckets of objects, stored in files. */
export class DiskStore {
  readonly #options: DiskStoreOptions;
  readonly #files: DurableFiles;
  readonly #buckets = new Map<string, Bucket>();
  readonly #bucketLocks = createKeyLock();

  constructor(options: DiskStoreOptions, files: DurableFiles) {
    this.#options = options;
    this.#files = files;
  }

  /** Registers a bucket whose folder exists. */
  add({ bucket, ...found }: Awaited<ReturnType<typeof sweepStore>>[number]): void {
    const directory = bucketDirectory(this.#options.root, bucket);
    const parts = { ...found, name: bucket, directory, files: this.#files, now: this.#options.now };
    this.#buckets.set(bucket, new Bucket(parts));
  }

  /** Creates a bucket, or does nothing if it exists. The name must be valid. A new bucket does not keep versions. */
  createBucket(bucket: string): Promise<void> {
    const directory = bucketDirectory(this.#options.root, bucket);
    return this.#bucketLocks.run(bucket, async () => {
      await this.#files.createDirectory(directory.tmp);
      await this.#files.createDirectory(directory.blobs);
      await this.#files.createDirectory(directory.meta);
      if (this.hasBucket(bucket)) return;
      this.add({ bucket, index: createObjectIndex([]), isVersioned: false });
    });
  }

  /** Removes a bucket that stores nothing, not even older versions. Returns whether the bucket was removed. */
  deleteBucket(bucket: string): Promise<boolean> {
    return this.#bucketLocks.run(bucket, async () => {
      if (!this.#bucket(bucket).close()) return false;
      this.#buckets.delete(bucket);
      const directory = bucketDirectory(this.#options.root, bucket);
      // Without this folder, the other folders do not count as a bucket, so a crash before their removal leaves no
      // bucket behind.
      await rm(directory.meta, { recursive: true });
      await rm(directory.root, { recursive: true });
      await this.#files.syncDirectory(this.#options.root);
      return true;
    });
  }

  hasBucket(bucket: string): boolean {
    return this.#buckets.has(bucket);
  }

  /** Returns whether each write adds a version. */
  isVersioned(bucket: string): boolean {
    return this.#bucket(bucket).isVersioned;
  }

  /** See `Bucket.keepVersions`. */
  keepVersions(bucket: string): Promise<void> {
    return this.#bucket(bucket).keepVersions();
  }

  /**
   * Finds the version with this id, or the newest version if no id is given. Returns null if there is no such version.
   */
  find(bucket: string, key: string, versionId?: string): Promise<StoredVersion | null> {
    return this.#bucket(bucket).find(key, versionId);
  }

  /**
   * Finds a version like `find`, and also opens its bytes.
   * @throws DamagedObjectError if the bytes are missing or truncated
   */
  open(bucket: string, key: string, versionId?: string): Promise<OpenObject | DeleteMarker | null> {
    return this.#bucket(bucket).withBlob(key, versionId, async (metadata, blobFile) => ({
      metadata,
      handle: await openWholeBlob(bucket, metadata, blobFile),
    }));
  }

  /**
   * Finds a version like `find`, and also checks that its bytes are there.
   * @throws DamagedObjectError if the bytes are missing or truncated
   */
  inspect(
    bucket: string,
    key: string,
    versionId?: string,
  ): Promise<ObjectMetadata | DeleteMarker | null> {
    return this.#bucket(bucket).withBlob(key, versionId, async (metadata, blobFile) => {
      requireWholeBlob(bucket, metadata, blobFile);
      return metadata;
    });
  }

  /** Returns one page of the current objects. Does not read any files. */
  list(bucket: string, query: ListQuery): ListPage<ListedVersion> {
    return listPage(this.#bucket(bucket).index.current, query);
  }

  /** Returns one page of all current versions. Does not read any files. */
  listVersions(bucket: string, query: VersionQuery): VersionPage {
    return listVersions(this.#bucket(bucket).index.versions, query);
  }

  /** Writes a body to disk without making it an object. Call `commit` or `discard` afterwards. */
  receive(
    bucket: string,
    source: Readable,
    limits: { readonly bytesDeclared: number; readonly bytesMax: number },
  ): Promise<ReceivedUpload> {
    return receiveUpload(source, {
      ...limits,
      file: join(bucketDirectory(this.#options.root, bucket).tmp, randomUUID()),
      isDurable: this.#files.isDurable,
      openFile: this.#options.openUploadFile,
    });
  }

  /** Removes a received body that will not become an object. */
  discard(upload: ReceivedUpload): Promise<void> {
    return rm(upload.file, { force: true });
  }

  /**
   * Makes a received body the newest version of this key if the condition still holds; otherwise removes the body and
   * throws.
   */
  async commit(
    bucket: string,
    key: string,
    upload: ReceivedUpload,
    description: Pick<ObjectMetadata, "headers" | "user">,
    condition: WriteCondition,
  ): Promise<ObjectMetadata> {
    try {
      return await this.#bucket(bucket).put(key, condition, async (blobFile) => {
        await rename(upload.file, blobFile);
        return { ...description, size: upload.size, etag: upload.md5, sha256: upload.sha256 };
      });
    } catch (error) {
      await this.discard(upload);
      throw error;
    }
  }

  /**
   * Makes the source's bytes the newest version of this key, through a second hard link to them, with `description` or
   * the source's own description. Returns null if there is no source. The version that is copied is the version that
   * `condition` checked.
   */
  async copy(
    source: CopySource,
    bucket: string,
    key: string,
    condition: WriteCondition,
    description: Pick<ObjectMetadata, "headers" | "user"> | null = null,
  ): Promise<{ readonly copy: ObjectMetadata; readonly sourceVersionId: string } | null> {
    const from = this.#bucket(source.bucket);
    const found = await from.find(source.key, source.versionId);
    if (found === null || isDeleteMarker(found)) {
      return null;
    }
    let sourceVersionId = found.versionId;
    const copy = await this.#bucket(bucket).put(key, condition, async (blobFile) => {
      const copied = await from.withBlob(source.key, source.versionId, async (version, file) => {
        source.condition(version);
        requireWholeBlob(source.bucket, version, file);
        await link(file, blobFile);
        return version;
      });
      if (copied === null || isDeleteMarker(copied)) {
        throw new S3Error("NoSuchKey", "The copy source was deleted in the meantime.");
      }
      sourceVersionId = copied.versionId;
      const { headers, user, size, etag, sha256 } = { ...copied, ...description };
      return { headers, user, size, etag, sha256 };
    });
    return { copy, sourceVersionId };
  }

  /** See `Bucket.hide`. */
  hide(bucket: string, key: string, condition: WriteCondition): Promise<DeleteMarker | null> {
    return this.#bucket(bucket).hide(key, condition);
  }

  /** See `Bucket.remove`. */
  remove(
    bucket: string,
    key: string,
    versionId: string,
    condition: WriteCondition,
  ): Promise<StoredVersion | null> {
    return this.#bucket(bucket).remove(key, versionId, condition);
  }

  #bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) throw noSuchBucket();
    return bucket;
  }
}
