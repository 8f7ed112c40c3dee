import { access, copyFile, link, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { currentFile, olderFile } from "./bucket-directory";
import { BUCKET, diskStoreForEachTest } from "./disk-store.fixture";

const disk = diskStoreForEachTest();
const { directory, put, putThree, read, remove, reopen, versionIds, blobs } = disk;
beforeEach(() => disk.store().keepVersions(BUCKET));

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

describe("a data folder from a store without versions", () => {
  /**
   * Leaves a folder as an older version of the store did: without the file that turns versions on, and with metadata
   * that does not name a version.
   */
  async function arrangeOldDirectory() {
    await rm(directory().versioned);
    await reopen();
    const stored = await put("old", "kept");
    const { versionId: _, ...metadata } = stored;
    await writeFile(currentFile(directory(), "old"), JSON.stringify(metadata));
    await reopen();
    await disk.store().keepVersions(BUCKET);
    return stored;
  }

  test("is opened without changes, and its objects have the null version", async () => {
    await arrangeOldDirectory();
    expect(await disk.store().find(BUCKET, "old")).toMatchObject({ versionId: "null" });
    expect(await read("old")).toBe("kept");
    expect(await read("old", "null")).toBe("kept");
    expect(versionIds()).toEqual(["null"]);
  });

  test("keeps the null version alongside newly written versions", async () => {
    const stored = await arrangeOldDirectory();
    const { versionId } = await put("old", "new");
    await reopen();
    expect(versionIds()).toEqual([versionId, "null"]);
    expect(await read("old", "null")).toBe("kept");
    await remove("old", versionId);
    expect(await read("old")).toBe("kept");
    await remove("old", "null");
    expect(await blobs()).not.toContain(stored.blob);
    expect(versionIds()).toEqual([]);
  });
});

describe("after a crash", () => {
  test("between creating the second name of the newest version's file and the commit, the store is unchanged", async () => {
    const { one, two, three } = await putThree();
    const aside = olderFile(directory(), "key", three.versionId);
    await link(currentFile(directory(), "key"), aside);
    const draft = `${currentFile(directory(), "key")}.${crypto.randomUUID()}`;
    await copyFile(currentFile(directory(), "key"), draft);
    await writeFile(join(directory().blobs, "11111111-new-blob"), "new");
    await reopen();
    expect(versionIds()).toEqual([three.versionId, two.versionId, one.versionId]);
    expect(await isThere(aside)).toBe(false);
    expect(await isThere(draft)).toBe(false);
    expect(await blobs()).toEqual([one.blob, two.blob, three.blob].sort());
  });

  test("between removing a version's metadata and its bytes, the version stays removed", async () => {
    const { one, two, three } = await putThree();
    await rename(olderFile(directory(), "key", two.versionId), currentFile(directory(), "key"));
    await reopen();
    expect(versionIds()).toEqual([two.versionId, one.versionId]);
    expect(await blobs()).not.toContain(three.blob);
    await rm(olderFile(directory(), "key", one.versionId));
    await reopen();
    expect(await blobs()).toEqual([two.blob]);
  });

  test("a missing newest version is replaced by the newest of the remaining versions", async () => {
    const { one, two } = await putThree();
    await rm(currentFile(directory(), "key"));
    await reopen();
    expect(versionIds()).toEqual([two.versionId, one.versionId]);
    expect(await read("key")).toBe("two");
    expect(await read("key", one.versionId)).toBe("one");
  });

  test("a write that fails just before the commit can be retried, and leaves nothing behind once everything is removed", async () => {
    const { versionId, blob } = await put("key", "one");
    const upload = await disk.receive("two");
    await rm(upload.file);
    const description = { headers: {}, user: {} };
    const commit = disk.store().commit(BUCKET, "key", upload, description, () => undefined);
    await expect(commit).rejects.toMatchObject({ code: "ENOENT" });
    expect(await blobs()).toEqual([blob]);
    await link(currentFile(directory(), "key"), olderFile(directory(), "key", versionId));
    const second = await put("key", "two");
    expect(versionIds()).toEqual([second.versionId, versionId]);
    await link(currentFile(directory(), "key"), olderFile(directory(), "key", second.versionId));
    await remove("key", second.versionId);
    await remove("key", versionId);
    await reopen();
    expect(versionIds()).toEqual([]);
  });
});
