import { access, copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bucketFolder, metadataFile } from "./bucket-folder";
import { filesOnDisk, makeRoot } from "./conformance/test-store";
import { type DiskStore, openDiskStore } from "./disk-store";
import { openUploadFile } from "./receive-upload";

const BUCKET = "documents";

let root: string;
let store: DiskStore;
beforeEach(async () => {
  root = await makeRoot();
  store = await open();
  await store.createBucket(BUCKET);
});
afterEach(() => rm(root, { recursive: true }));

/** As after a crash: nothing of the former store is carried over but its files. */
function open(): Promise<DiskStore> {
  const now = () => new Date("2026-01-02T03:04:05Z");
  return openDiskStore({ root, isDurable: true, now, openUploadFile });
}

const receive = (body: string) =>
  store.receive(BUCKET, Readable.from([Buffer.from(body)]), {
    bytesDeclared: body.length,
    bytesMax: 100,
  });

async function put(key: string, body: string, condition: () => void = () => undefined) {
  const description = { headers: {}, user: {} };
  return store.commit(BUCKET, key, await receive(body), description, condition);
}

async function read(key: string): Promise<string | null> {
  const opened = await store.open(BUCKET, key);
  return opened === null ? null : text(opened.handle.createReadStream());
}

const metadataPath = (key: string) => metadataFile(bucketFolder(root, BUCKET), key);

describe("after a crash", () => {
  test("in mid-upload the old object is there and the upload is gone", async () => {
    await put("key", "old");
    await receive("half of the n");
    store = await open();
    expect(await read("key")).toBe("old");
    expect((await filesOnDisk(root)).tmp).toEqual([]);
  });

  test("between the blob's rename and the commit the old object is there and the blob is gone", async () => {
    const { blob } = await put("key", "old");
    const folder = bucketFolder(root, BUCKET);
    await writeFile(join(folder.blobs, "11111111-new-blob"), "new");
    const draft = `${metadataPath("key")}.11111111-new-blob`;
    await copyFile(metadataPath("key"), draft);
    store = await open();
    expect(await read("key")).toBe("old");
    expect((await filesOnDisk(root)).blobs).toEqual([blob]);
    await expect(access(draft)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("between the commit and the removal of the old blob the new object is there", async () => {
    const old = await put("key", "old");
    const folder = bucketFolder(root, BUCKET);
    const keptBlob = join(root, "kept");
    await copyFile(join(folder.blobs, old.blob), keptBlob);
    const { blob } = await put("key", "new");
    await copyFile(keptBlob, join(folder.blobs, old.blob));
    store = await open();
    expect(await read("key")).toBe("new");
    expect((await filesOnDisk(root)).blobs).toEqual([blob]);
  });

  test("between the removal of metadata and of its blob the object stays deleted", async () => {
    await put("key", "old");
    await rm(metadataPath("key"));
    store = await open();
    expect(await read("key")).toBeNull();
    expect((await filesOnDisk(root)).blobs).toEqual([]);
  });

  test("while a bucket was being created it can be created again", async () => {
    await rm(bucketFolder(root, BUCKET).meta, { recursive: true });
    store = await open();
    expect(store.hasBucket(BUCKET)).toBe(false);
    await store.createBucket(BUCKET);
    await put("key", "new");
    expect(await read("key")).toBe("new");
  });
});

test("a damaged metadata file stops the start before anything is swept", async () => {
  await put("damaged", "precious");
  const before = await filesOnDisk(root);
  await writeFile(metadataPath("damaged"), "{");
  await expect(open()).rejects.toThrow("is damaged");
  expect((await filesOnDisk(root)).blobs).toEqual(before.blobs);
});

test("a stray file among the folders stops neither the start nor a list", async () => {
  await put("key", "kept");
  await writeFile(join(bucketFolder(root, BUCKET).meta, ".DS_Store"), "desktop");
  store = await open();
  expect(await read("key")).toBe("kept");
  expect((await store.list(BUCKET)).map(({ key }) => key)).toEqual(["key"]);
});

test("a key never becomes a path: names on disk come from its hash", async () => {
  await put("../../escape", "inside");
  expect(await readdir(dirname(root))).not.toContain("escape");
  const stored = JSON.parse(await readFile(metadataPath("../../escape"), "utf8"));
  expect(stored).toMatchObject({ key: "../../escape", size: 6 });
});

test("an overwrite frees the bytes of the old object", async () => {
  await put("key", "old");
  const { blob } = await put("key", "new");
  expect(await filesOnDisk(root)).toEqual({ tmp: [], blobs: [blob] });
});

test("an open object stays readable while it is overwritten and deleted", async () => {
  await put("key", "first version");
  const opened = await store.open(BUCKET, "key");
  await put("key", "second");
  await store.remove(BUCKET, "key", () => undefined);
  expect(opened && (await text(opened.handle.createReadStream()))).toBe("first version");
});

test("a write whose condition fails leaves the old object and no file of its own", async () => {
  await put("key", "old");
  const before = await filesOnDisk(root);
  const refuse = () => {
    throw new Error("condition");
  };
  await expect(put("key", "new", refuse)).rejects.toThrow("condition");
  expect(await read("key")).toBe("old");
  expect(await filesOnDisk(root)).toEqual(before);
});

test("a write that fails just before the commit leaves the old object and no file of its own", async () => {
  await put("key", "old");
  const upload = await receive("new");
  const before = await filesOnDisk(root);
  await rm(upload.file);
  const description = { headers: {}, user: {} };
  const commit = store.commit(BUCKET, "key", upload, description, () => undefined);
  await expect(commit).rejects.toMatchObject({ code: "ENOENT" });
  expect(await read("key")).toBe("old");
  expect(await filesOnDisk(root)).toEqual({ blobs: before.blobs, tmp: [] });
});

test("a copy is a name of its own for the same bytes", async () => {
  const source = await put("source", "bytes");
  const from = { bucket: BUCKET, key: "source", condition: () => undefined };
  const copied = await store.copy(from, BUCKET, "copy", () => undefined);
  expect(copied).toMatchObject({ key: "copy", etag: source.etag, size: 5 });
  expect(copied?.blob).not.toBe(source.blob);
  store = await open();
  await store.remove(BUCKET, "source", () => undefined);
  expect(await read("copy")).toBe("bytes");
});
