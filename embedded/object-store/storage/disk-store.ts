import { randomUUID } from "node:crypto";
import { type FileHandle, link, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { hasErrnoCode } from "../../has-errno-code";
import { S3Error } from "../protocol/s3-error";
import { type BucketFolder, bucketFolder, metadataFile } from "./bucket-folder";
import { createDurableFiles, type DurableFiles } from "./durable-files";
import { createKeyLock } from "./key-lock";
import { type ListPage, type ListQuery, listPage } from "./list-page";
import { createObjectIndex, type ListedObject, type ObjectIndex } from "./object-index";
import { type ObjectMetadata, readObjectMetadata } from "./object-metadata";
import { type OpenUploadFile, type ReceivedUpload, receiveUpload } from "./receive-upload";
import { settleAll } from "./settle-all";
import { sweepStore } from "./sweep-store";
import { namedIfMissing, openWholeBlob, requireWholeBlob } from "./whole-blob";

const OPEN_TRIES_MAX = 5;

/** How a store is opened. */
export interface DiskStoreOptions {
  readonly root: string;
  readonly isDurable: boolean;
  readonly now: () => Date;
  readonly openUploadFile: OpenUploadFile;
}

/** Throws to refuse a write; gets what is stored under the key now, null when nothing is. */
export type WriteCondition = (existing: ObjectMetadata | null) => void;

/** An object whose bytes stay readable even if it is overwritten or deleted meanwhile. The caller closes the handle. */
export interface OpenObject {
  readonly metadata: ObjectMetadata;
  readonly handle: FileHandle;
}

/** Sweeps what a crash left behind, then opens the store. The caller holds the folder lock. */
export async function openDiskStore(options: DiskStoreOptions): Promise<DiskStore> {
  const files = createDurableFiles(options.isDurable);
  await files.createFolder(options.root);
  return new DiskStore(options, files, await sweepStore(options.root));
}

/**
 * Objects in files. An object appears, changes and disappears with one rename or unlink of its metadata file: readers
 * see the old object or the new one, whole, even after a crash at any moment.
 */
export class DiskStore {
  readonly #options: DiskStoreOptions;
  readonly #files: DurableFiles;
  readonly #indexes: Map<string, ObjectIndex>;
  readonly #locks = createKeyLock();

  constructor(options: DiskStoreOptions, files: DurableFiles, indexes: Map<string, ObjectIndex>) {
    this.#options = options;
    this.#files = files;
    this.#indexes = indexes;
  }

  /** Does nothing when the bucket is there. The name must be a valid one. */
  async createBucket(bucket: string): Promise<void> {
    const folder = this.#folder(bucket);
    await this.#files.createFolder(folder.tmp);
    await this.#files.createFolder(folder.blobs);
    await this.#files.createFolder(folder.meta);
    if (!this.hasBucket(bucket)) this.#indexes.set(bucket, createObjectIndex([]));
  }

  hasBucket(bucket: string): boolean {
    return this.#indexes.has(bucket);
  }

  /** Null when there is no such object. */
  find(bucket: string, key: string): Promise<ObjectMetadata | null> {
    return readObjectMetadata(metadataFile(this.#folder(bucket), key));
  }

  /** Null when there is no such object. Throws DamagedObjectError when its bytes are missing or cut short. */
  async open(bucket: string, key: string): Promise<OpenObject | null> {
    return this.#withBlob(bucket, key, async (metadata, blobFile) => ({
      metadata,
      handle: await openWholeBlob(bucket, metadata, blobFile),
    }));
  }

  /** One page of the objects as they are now. Reads no file. */
  list(bucket: string, query: ListQuery): ListPage<ListedObject> {
    return listPage(this.#index(bucket).sorted, query);
  }

  /** Takes a body to disk without making it an object; follow with `commit` or `discard`. */
  receive(
    bucket: string,
    source: Readable,
    limits: { readonly bytesDeclared: number; readonly bytesMax: number },
  ): Promise<ReceivedUpload> {
    return receiveUpload(source, {
      ...limits,
      file: join(this.#folder(bucket).tmp, randomUUID()),
      isDurable: this.#files.isDurable,
      openFile: this.#options.openUploadFile,
    });
  }

  /** Removes a received body that will not become an object. */
  discard(upload: ReceivedUpload): Promise<void> {
    return rm(upload.file, { force: true });
  }

  /** Makes a received body the object under this key, if the condition still holds; else removes it and throws. */
  async commit(
    bucket: string,
    key: string,
    upload: ReceivedUpload,
    description: Pick<ObjectMetadata, "headers" | "user">,
    condition: WriteCondition,
  ): Promise<ObjectMetadata> {
    try {
      return await this.#publish(bucket, key, condition, async (blobFile) => {
        await rename(upload.file, blobFile);
        return { ...description, size: upload.size, etag: upload.md5, sha256: upload.sha256 };
      });
    } catch (error) {
      await this.discard(upload);
      throw error;
    }
  }

  /**
   * Makes the source's bytes the object under this key, by a second hard link to them, with `description` or its own.
   * Null when there is no source. The source is read as one version: what `condition` saw is what is copied.
   */
  async copy(
    source: { readonly bucket: string; readonly key: string; readonly condition: WriteCondition },
    bucket: string,
    key: string,
    condition: WriteCondition,
    description: Pick<ObjectMetadata, "headers" | "user"> | null = null,
  ): Promise<ObjectMetadata | null> {
    const found = await this.find(source.bucket, source.key);
    if (found === null) {
      return null;
    }
    return this.#publish(bucket, key, condition, async (blobFile) => {
      const copied = await this.#withBlob(
        source.bucket,
        source.key,
        async (metadata, sourceFile) => {
          source.condition(metadata);
          await requireWholeBlob(source.bucket, metadata, sourceFile);
          await link(sourceFile, blobFile);
          return { ...metadata, ...description };
        },
      );
      if (copied === null) {
        throw new S3Error("NoSuchKey", "The copy source was deleted meanwhile.");
      }
      return copied;
    });
  }

  /** Deletes the object if the condition holds; nothing there is no error. */
  remove(bucket: string, key: string, condition: WriteCondition): Promise<void> {
    const folder = this.#folder(bucket);
    const file = metadataFile(folder, key);
    return this.#locks.run(file, async () => {
      const existing = await readObjectMetadata(file);
      condition(existing);
      if (existing !== null) {
        await rm(file);
        this.#index(bucket).remove(key);
        await this.#files.syncFolder(dirname(file));
        await rm(join(folder.blobs, existing.blob), { force: true });
      }
    });
  }

  /** The only writer of metadata. `placeBlob` puts the bytes under the given name and describes them. */
  #publish(
    bucket: string,
    key: string,
    condition: WriteCondition,
    placeBlob: (blobFile: string) => Promise<Omit<ObjectMetadata, "key" | "blob" | "lastModified">>,
  ): Promise<ObjectMetadata> {
    const folder = this.#folder(bucket);
    const file = metadataFile(folder, key);
    return this.#locks.run(file, async () => {
      const previous = await readObjectMetadata(file);
      condition(previous);
      const blob = randomUUID();
      const blobFile = join(folder.blobs, blob);
      const draft = `${file}.${blob}`;
      let metadata: ObjectMetadata;
      try {
        const placed = await placeBlob(blobFile);
        metadata = { ...placed, key, blob, lastModified: this.#options.now().toISOString() };
        await this.#files.createFolder(dirname(file));
        // Both must be on disk before the commit, and neither needs the other.
        await settleAll([
          this.#files.syncFolder(folder.blobs),
          this.#files.writeNewFile(draft, JSON.stringify(metadata)),
        ]);
        await rename(draft, file); // the commit point
      } catch (error) {
        await rm(draft, { force: true });
        await rm(blobFile, { force: true });
        throw error;
      }
      this.#index(bucket).put(metadata);
      await this.#files.syncFolder(dirname(file));
      if (previous !== null) {
        await rm(join(folder.blobs, previous.blob), { force: true });
      }
      return metadata;
    });
  }

  /** Metadata is read again when its blob vanished in between: then the object was overwritten. */
  async #withBlob<T>(
    bucket: string,
    key: string,
    use: (metadata: ObjectMetadata, blobFile: string) => Promise<T>,
  ): Promise<T | null> {
    const folder: BucketFolder = this.#folder(bucket);
    for (let tries = 1; ; tries += 1) {
      const metadata = await this.find(bucket, key);
      if (metadata === null) {
        return null;
      }
      try {
        return await use(metadata, join(folder.blobs, metadata.blob));
      } catch (error) {
        if (!hasErrnoCode(error, "ENOENT") || tries === OPEN_TRIES_MAX) {
          throw namedIfMissing(bucket, metadata, error);
        }
      }
    }
  }

  #index(bucket: string): ObjectIndex {
    const index = this.#indexes.get(bucket);
    if (index === undefined) throw new Error(`There is no bucket ${bucket}.`);
    return index;
  }

  #folder(bucket: string): BucketFolder {
    return bucketFolder(this.#options.root, bucket);
  }
}
