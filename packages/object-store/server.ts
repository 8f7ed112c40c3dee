import { chmod, mkdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { waitForDirectoryLock } from "./directory-lock";
import { handleRequest } from "./http/handle-request";
import { createUploadServer } from "./http/http-server";
import { listen } from "./node-helpers";
import { isBucketName } from "./storage/bucket-directory";
import { openDiskStore } from "./storage/disk-store";
import { type OpenUploadFile, openUploadFile } from "./storage/receive-upload";

const IDLE_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 2_000;

/** The settings of the object store. */
export interface ObjectStoreOptions {
  /** The folder for all data. It is created if missing, and only its owner can read it. */
  readonly root: string;
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /**
   * The buckets that are created at startup if missing. They keep versions; an existing bucket without versioning starts
   * to keep versions.
   */
  readonly buckets: readonly string[];
  /** Origins whose browser code may PUT and GET, exactly as browsers send them. */
  readonly corsOrigins: readonly string[];
  /** The `host:port` values that clients sign although a proxy sends a different Host. */
  readonly publicHosts: readonly string[];
  readonly objectSizeMaxBytes: number;
  /**
   * The space that uploads must leave free on the disk, so that deletions can still be recorded and other programs can
   * continue; 0 by default. Concurrent uploads may each use the last free space, so this is not a guarantee.
   */
  readonly reservedBytes?: number;
  /** How long to wait for a process that is about to release the folder; by default, the store does not wait. */
  readonly folderPatienceMs?: number;
  /** If this is false, every fsync is skipped; for tests only. */
  readonly isDurable?: boolean;
  /** For tests: the clock for checking signatures. */
  readonly now?: () => Date;
  /** How long a connection may be silent; 120 s by default. */
  readonly idleTimeoutMs?: number;
  /** For tests: simulates a disk that fails. */
  readonly openUploadFile?: OpenUploadFile;
  /** For tests: the free space on the disk; null if the system does not report it. */
  readonly freeBytes?: (directory: string) => Promise<number | null>;
  /** Receives the reason for every 5xx response; by default, the reason is written to stderr. */
  readonly reportFailure?: (requestId: string, error: unknown) => void;
}

/** A listening object store. */
export interface ObjectStore {
  readonly port: number;
  /** Gives running requests 2 s to finish, closes those that are left, and releases the folder. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the object store: locks the folder, sweeps it, then listens. Throws DirectoryInUseError if another process owns the
 * folder. If listening fails, the folder is released and the error is rethrown.
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<ObjectStore> {
  const now = options.now ?? (() => new Date());
  await makePrivateDirectory(options.root);
  const deadlineMs = Date.now() + (options.folderPatienceMs ?? 0);
  // If its launcher was killed, the previous store may still be finishing its running requests.
  const lock = await waitForDirectoryLock(
    join(options.root, ".lock"),
    () => Date.now() < deadlineMs,
  );
  try {
    const store = await openDiskStore({
      root: options.root,
      isDurable: options.isDurable ?? true,
      now,
      openUploadFile: options.openUploadFile ?? openUploadFile,
    });
    for (const bucket of options.buckets) {
      if (!isBucketName(bucket)) throw new Error(`"${bucket}" is not a valid bucket name.`);
      await store.createBucket(bucket);
      if (!store.isVersioned(bucket)) await store.keepVersions(bucket);
    }
    const settings = {
      ...options,
      store,
      trust: { ...options, now },
      reservedBytes: options.reservedBytes ?? 0,
      // An upload must not fail only because the system does not report the free space.
      freeBytes: () => (options.freeBytes ?? freeBytesBelow)(options.root).catch(() => null),
      reportFailure: options.reportFailure ?? writeFailure,
    };
    const server = createUploadServer(options.idleTimeoutMs ?? IDLE_TIMEOUT_MS, (pending) =>
      handleRequest(pending, settings),
    );
    const port = await listen(server.http, options.host, options.port);
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= server.close(STOP_GRACE_MS).then(() => lock.release());
      return stopping;
    };
    return { port, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Only the owner may read documents, even if the folder already existed and was open to everyone. */
async function makePrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await stat(directory)).mode & 0o077) await chmod(directory, 0o700);
}

/** Returns 0 if no file can be added, and null if the file system gives no figures. */
async function freeBytesBelow(directory: string): Promise<number | null> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(directory);
  if (blocks === 0) return null;
  // Some file systems have no fixed number of files and report 0 for both counts.
  return files > 0 && ffree === 0 ? 0 : bavail * bsize;
}

function writeFailure(requestId: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`object store: request ${requestId} failed: ${reason}\n`);
}
