import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ObjectStoreOptions, startObjectStore } from "../server";
import type { Access } from "./signer";

/** The origin whose browser code is allowed in tests. */
export const ALLOWED_ORIGIN = "http://app.example:3000";

/** The size limit of a test store, in bytes. */
export const SIZE_MAX_BYTES = 6_000_000;

/** A store that runs in this process, on a free port and in an empty folder. */
export interface TestStore {
  readonly access: Access;
  readonly root: string;
  /** Sets the store's clock ahead of the real clock or, if `offsetMs` is negative, behind it. */
  setClockOffset(offsetMs: number): void;
  /** Returns the names of the unfinished uploads and the blobs on disk. */
  filesOnDisk(): Promise<{ readonly tmp: string[]; readonly blobs: string[] }>;
  /** Stops the store and removes its folder. */
  stop(): Promise<void>;
}

/** Starts a store without fsync; every option can be overridden. */
export async function startTestStore(
  overrides: Partial<ObjectStoreOptions> = {},
): Promise<TestStore> {
  const root = overrides.root ?? (await makeRoot());
  let clockOffsetMs = 0;
  const options = {
    ...testOptions(root),
    isDurable: false,
    now: () => new Date(Date.now() + clockOffsetMs),
    ...overrides,
  };
  const store = await startObjectStore(options);
  return {
    access: accessTo(store.port),
    root,
    setClockOffset: (offsetMs) => {
      clockOffsetMs = offsetMs;
    },
    filesOnDisk: () => filesOnDisk(root),
    stop: async () => {
      await store.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Creates an empty folder for a store. */
export function makeRoot(): Promise<string> {
  return mkdtemp(join(tmpdir(), "object-store-"));
}

/** Returns the options that every test store has, in the form of the configuration line that main.ts reads. */
export function testOptions(root: string) {
  return {
    root,
    host: "127.0.0.1",
    port: 0,
    region: "us-east-1",
    accessKeyId: "test-key",
    secretAccessKey: "test-secret",
    buckets: ["documents"],
    corsOrigins: [ALLOWED_ORIGIN],
    publicHosts: [],
    objectSizeMaxBytes: SIZE_MAX_BYTES,
  };
}

/** Returns the address and credentials of a test store on this port. */
export function accessTo(port: number): Access {
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: "test-key",
    secretAccessKey: "test-secret",
    region: "us-east-1",
    bucket: "documents",
  };
}

/** Lists the files in the folders of the test bucket. */
export async function filesOnDisk(root: string) {
  const bucket = join(root, "documents");
  return { tmp: await readdir(join(bucket, "tmp")), blobs: await readdir(join(bucket, "blobs")) };
}
