import { access, copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { filesOnDisk } from "../conformance/test-store";
import { bucketDirectory, currentFile } from "./bucket-directory";
import { BUCKET, diskStoreForEachTest, refuse, WHOLE_LIST } from "./disk-store.fixture";

const disk = diskStoreForEachTest();
const { receive, put, openObject, read, copy, reopen } = disk;
const remove = (key: string) => disk.hide(key);

const listedKeys = () =>
  disk
    .store()
    .list(BUCKET, WHOLE_LIST)
    .objects.map(({ key }) => key);

const metadataPath = (key: string) => currentFile(bucketDirectory(disk.root(), BUCKET), key);

describe("after a crash", () => {
  test("in the middle of an upload, the old object remains and the upload is gone", async () => {
    await put("key", "old");
    await receive("half of the n");
    await reopen();
    expect(await read("key")).toBe("old");
    expect((await filesOnDisk(disk.root())).tmp).toEqual([]);
  });

  test("between the blob's rename and the commit, the old object remains and the blob is gone", async () => {
    const { blob } = await put("key", "old");
    const directory = bucketDirectory(disk.root(), BUCKET);
    await writeFile(join(directory.blobs, "11111111-new-blob"), "new");
    const draft = `${metadataPath("key")}.11111111-new-blob`;
    await copyFile(metadataPath("key"), draft);
    await reopen();
    expect(await read("key")).toBe("old");
    expect((await filesOnDisk(disk.root())).blobs).toEqual([blob]);
    await expect(access(draft)).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("between the commit and the removal of the old blob, the new object remains", async () => {
    const old = await put("key", "old");
    const directory = bucketDirectory(disk.root(), BUCKET);
    const keptBlob = join(disk.root(), "kept");
    await copyFile(join(directory.blobs, old.blob), keptBlob);
    const { blob } = await put("key", "new");
    await copyFile(keptBlob, join(directory.blobs, old.blob));
    await reopen();
    expect(await read("key")).toBe("new");
    expect((await filesOnDisk(disk.root())).blobs).toEqual([blob]);
  });

  test("between removing the metadata and its blob, the object stays deleted", async () => {
    await put("key", "old");
    await rm(metadataPath("key"));
    await reopen();
    expect(await read("key")).toBeNull();
    expect((await filesOnDisk(disk.root())).blobs).toEqual([]);
  });

  test("during the creation of a bucket, the bucket can be created again", async () => {
    await rm(bucketDirectory(disk.root(), BUCKET).meta, { recursive: true });
    await reopen();
    expect(disk.store().hasBucket(BUCKET)).toBe(false);
    await disk.store().createBucket(BUCKET);
    await put("key", "new");
    expect(await read("key")).toBe("new");
  });
});

test("a damaged metadata file aborts startup before anything is swept", async () => {
  await put("damaged", "precious");
  const before = await filesOnDisk(disk.root());
  await writeFile(metadataPath("damaged"), "{");
  await expect(reopen()).rejects.toThrow("is damaged");
  expect((await filesOnDisk(disk.root())).blobs).toEqual(before.blobs);
});

test("a stray file among the folders breaks neither startup nor listings", async () => {
  await put("key", "kept");
  await writeFile(join(bucketDirectory(disk.root(), BUCKET).meta, ".DS_Store"), "desktop");
  await reopen();
  expect(await read("key")).toBe("kept");
  expect(listedKeys()).toEqual(["key"]);
});

test("a key never becomes a path: names on disk come from its hash", async () => {
  await put("../../escape", "inside");
  expect(await readdir(dirname(disk.root()))).not.toContain("escape");
  const stored = JSON.parse(await readFile(metadataPath("../../escape"), "utf8"));
  expect(stored).toMatchObject({ key: "../../escape", size: 6 });
});

test("an overwrite frees the bytes of the old object", async () => {
  await put("key", "old");
  const { blob } = await put("key", "new");
  expect(await filesOnDisk(disk.root())).toEqual({ tmp: [], blobs: [blob] });
});

test("an open object stays readable while it is overwritten and deleted", async () => {
  await put("key", "first version");
  const opened = await openObject("key");
  await put("key", "second");
  await remove("key");
  expect(opened && (await text(opened.handle.createReadStream()))).toBe("first version");
});

test("a write whose condition fails leaves the old object unchanged and no new file behind", async () => {
  await put("key", "old");
  const before = await filesOnDisk(disk.root());
  await expect(put("key", "new", refuse)).rejects.toThrow("condition");
  expect(await read("key")).toBe("old");
  expect(await filesOnDisk(disk.root())).toEqual(before);
});

test("a write that fails just before the commit leaves the old object unchanged and no new file behind", async () => {
  await put("key", "old");
  const upload = await receive("new");
  const before = await filesOnDisk(disk.root());
  await rm(upload.file);
  const description = { headers: {}, user: {} };
  const commit = disk.store().commit(BUCKET, "key", upload, description, () => undefined);
  await expect(commit).rejects.toMatchObject({ code: "ENOENT" });
  expect(await read("key")).toBe("old");
  expect(await filesOnDisk(disk.root())).toEqual({ blobs: before.blobs, tmp: [] });
});

test("a copy is a separate name for the same bytes", async () => {
  const source = await put("source", "bytes");
  const copied = await copy("source", "copy");
  expect(copied?.copy).toMatchObject({ key: "copy", etag: source.etag, size: 5 });
  expect(copied?.copy.blob).not.toBe(source.blob);
  await reopen();
  await remove("source");
  expect(await read("copy")).toBe("bytes");
});

describe("a listing", () => {
  test("shows an object's stored data, and nothing about a removed object", async () => {
    await put("removed", "bytes");
    await remove("removed");
    await put("key", "old");
    const { size, etag, lastModified } = await put("key", "newer");
    expect(disk.store().list(BUCKET, WHOLE_LIST).objects).toEqual([
      { key: "key", versionId: "null", isDeleteMarker: false, size, etag, lastModified },
    ]);
  });

  test("does not open any files: it is complete even if no metadata can be read", async () => {
    for (const key of ["b", "a", "c"]) {
      await put(key, "bytes");
      await writeFile(metadataPath(key), "{");
    }
    expect(listedKeys()).toEqual(["a", "b", "c"]);
  });

  test("stays unchanged if a write or a removal fails", async () => {
    await put("key", "old");
    const before = disk.store().list(BUCKET, WHOLE_LIST);
    await expect(put("key", "newer", refuse)).rejects.toThrow("condition");
    await expect(put("other", "new", refuse)).rejects.toThrow("condition");
    await expect(disk.hide("key", refuse)).rejects.toThrow("condition");
    expect(disk.store().list(BUCKET, WHOLE_LIST)).toEqual(before);
  });

  test("stays unchanged if its bucket is created again", async () => {
    await put("key", "kept");
    await disk.store().createBucket(BUCKET);
    expect(listedKeys()).toEqual(["key"]);
  });

  test("matches the files after concurrent writes", async () => {
    const keys = ["a", "b/1", "b/2", "\u{fffd}", "\u{1f600}"];
    const expectNoSuchKey = (error: unknown) => expect(error).toMatchObject({ code: "NoSuchKey" });
    const work = (turn: number) => {
      const key = keys[turn % 5] ?? "";
      if (turn % 4 === 0) return remove(key);
      if (turn % 4 === 1) return copy(key, "\u{1f600}").catch(expectNoSuchKey);
      return put(key, "x".repeat(turn));
    };
    const write = async (writer: number) => {
      for (let step = 0; step < 9; step += 1) await work(writer * 9 + step);
    };
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([0, 1, 2, 3, 4].map(write));
      const listed = disk.store().list(BUCKET, WHOLE_LIST);
      const stored = await Promise.all(keys.map((key) => disk.store().find(BUCKET, key)));
      const found = stored.flatMap((metadata) => (metadata === null ? [] : [metadata.key]));
      expect(listed.objects.map(({ key }) => key)).toEqual(found);
      await reopen();
      expect(disk.store().list(BUCKET, WHOLE_LIST)).toEqual(listed);
    }
  });

  test("shows each object once across pages, even if objects already shown are removed meanwhile", async () => {
    for (const key of ["a", "b", "c", "d"]) await put(key, "bytes");
    const seen: string[] = [];
    let previousEntry: string | null = null;
    do {
      const page = disk.store().list(BUCKET, { ...WHOLE_LIST, entriesMax: 1, previousEntry });
      previousEntry = page.lastEntry;
      for (const { key } of page.objects) {
        seen.push(key);
        await remove(key);
        await put(`Z before ${key}`, "new");
      }
    } while (previousEntry !== null);
    expect(seen).toEqual(["a", "b", "c", "d"]);
  });
});
