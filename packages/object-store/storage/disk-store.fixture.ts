import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach } from "vitest";
import { filesOnDisk, makeRoot } from "../conformance/test-store";
import type { WriteCondition } from "./bucket";
import { bucketDirectory } from "./bucket-directory";
import { type DiskStore, type OpenObject, openDiskStore } from "./disk-store";
import { isDeleteMarker } from "./object-metadata";
import { openUploadFile } from "./receive-upload";

/** The bucket of these tests. */
export const BUCKET = "documents";

/** A condition that always holds. */
const NO_CONDITION: WriteCondition = () => undefined;

/** A condition that never holds. */
export const refuse: WriteCondition = () => {
  throw new Error("condition");
};

const WHOLE = { prefix: "", delimiter: "", entriesMax: 1000 };

/** A query for all objects on one page. */
export const WHOLE_LIST = { ...WHOLE, startAfter: "", previousEntry: null };

/** Gives each test of the file an empty store on disk with one bucket, and helpers for it. */
export function diskStoreForEachTest() {
  let root: string;
  let store: DiskStore;
  beforeEach(async () => {
    root = await makeRoot();
    store = await open(root);
    await store.createBucket(BUCKET);
  });
  afterEach(() => rm(root, { recursive: true }));

  const receive = (body: string) =>
    store.receive(BUCKET, Readable.from([Buffer.from(body)]), {
      bytesDeclared: body.length,
      bytesMax: 100,
    });
  const openObject = async (key: string, versionId?: string): Promise<OpenObject | null> => {
    const opened = await store.open(BUCKET, key, versionId);
    return opened === null || isDeleteMarker(opened) ? null : opened;
  };
  const put = async (key: string, body: string, condition = NO_CONDITION) =>
    store.commit(BUCKET, key, await receive(body), { headers: {}, user: {} }, condition);
  const versions = () =>
    store.listVersions(BUCKET, { ...WHOLE, keyMarker: "", versionIdMarker: "" }).versions;
  return {
    root: () => root,
    directory: () => bucketDirectory(root, BUCKET),
    store: () => store,
    list: () => store.list(BUCKET, WHOLE_LIST),
    versions,
    versionIds: () => versions().map(({ versionId }) => versionId),
    /** Returns the names of the files that hold bytes. */
    blobs: async () => (await filesOnDisk(root)).blobs.sort(),
    /** Stores three objects one after another under one key. */
    putThree: async () => ({
      one: await put("key", "one"),
      two: await put("key", "two"),
      three: await put("key", "three"),
    }),
    /** Reopens the store as after a crash: only its files remain. */
    reopen: async () => {
      store = await open(root);
    },
    receive,
    put,
    openObject,
    /** Returns the stored text; null if there is none. */
    read: async (key: string, versionId?: string): Promise<string | null> => {
      const opened = await openObject(key, versionId);
      return opened === null ? null : text(opened.handle.createReadStream());
    },
    /** Copies one key to another, both in the bucket. */
    copy: (key: string, target: string, versionId?: string) => {
      const source = { bucket: BUCKET, key, versionId, condition: NO_CONDITION };
      return store.copy(source, BUCKET, target, NO_CONDITION);
    },
    hide: (key: string, condition = NO_CONDITION) => store.hide(BUCKET, key, condition),
    remove: (key: string, versionId: string, condition = NO_CONDITION) =>
      store.remove(BUCKET, key, versionId, condition),
  };
}

function open(root: string): Promise<DiskStore> {
  const now = () => new Date("2026-01-02T03:04:05Z");
  return openDiskStore({ root, isDurable: true, now, openUploadFile });
}
