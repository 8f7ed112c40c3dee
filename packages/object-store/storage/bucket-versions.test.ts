import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { olderFile } from "./bucket-directory";
import { BUCKET, diskStoreForEachTest, refuse } from "./disk-store.fixture";

const disk = diskStoreForEachTest();
const { directory, put, putThree, read, copy, hide, remove, reopen, versions, versionIds, blobs } =
  disk;
beforeEach(() => disk.store().keepVersions(BUCKET));

const listedKeys = () => disk.list().objects.map(({ key }) => key);

describe("versions", () => {
  test("each write adds a version, and each version stays readable by its id", async () => {
    const { one, two, three } = await putThree();
    expect(versionIds()).toEqual([three.versionId, two.versionId, one.versionId]);
    for (let opened = 1; opened <= 2; opened += 1) {
      expect(await read("key")).toBe("three");
      expect(await read("key", one.versionId)).toBe("one");
      expect(await read("key", two.versionId)).toBe("two");
      expect(await read("key", three.versionId)).toBe("three");
      await reopen();
    }
    expect(disk.store().isVersioned(BUCKET)).toBe(true);
  });

  test("removing a version also removes its bytes, and does not affect other versions", async () => {
    const { one, two, three } = await putThree();
    await remove("key", two.versionId);
    await reopen();
    expect(versionIds()).toEqual([three.versionId, one.versionId]);
    expect(await read("key", two.versionId)).toBeNull();
    expect(await blobs()).toEqual([one.blob, three.blob].sort());
  });

  test("when the newest version is removed, the next older version takes its place", async () => {
    const { one, two, three } = await putThree();
    await remove("key", three.versionId);
    expect(await read("key")).toBe("two");
    expect(listedKeys()).toEqual(["key"]);
    await remove("key", one.versionId);
    await remove("key", two.versionId);
    expect(await read("key")).toBeNull();
    expect(listedKeys()).toEqual([]);
    expect(await blobs()).toEqual([]);
    await reopen();
    expect(versionIds()).toEqual([]);
  });

  test("a version id is never reused", async () => {
    const first = await put("key", "one");
    await remove("key", first.versionId);
    expect((await put("key", "two")).versionId).not.toBe(first.versionId);
  });

  test("removing a missing version, or a version for which the condition fails, changes nothing", async () => {
    const { one, three } = await putThree();
    const before = versionIds();
    expect(await remove("key", "null")).toBeNull();
    expect(await remove("other", one.versionId)).toBeNull();
    expect(await remove("key", "../../../etc/passwd")).toBeNull();
    await expect(remove("key", three.versionId, refuse)).rejects.toThrow("condition");
    expect(versionIds()).toEqual(before);
  });
});

describe("several versions", () => {
  test("a copied version is the copy's only version and can be removed independently", async () => {
    const { one, two } = await putThree();
    const copied = await copy("key", "copy", one.versionId);
    expect(copied?.sourceVersionId).toBe(one.versionId);
    expect(copied?.copy.versionId).not.toBe(one.versionId);
    await remove("key", one.versionId);
    expect(await read("copy")).toBe("one");
    expect(await read("key", two.versionId)).toBe("two");
    expect(await copy("key", "copy", one.versionId)).toBeNull();
  });

  test("concurrent writes and removals leave a state that matches the files", async () => {
    const work = async (writer: number) => {
      for (let step = 0; step < 8; step += 1) {
        const { versionId } = await put("key", `${writer}-${step}`);
        expect(await read("key", versionId)).toBe(`${writer}-${step}`);
        if (step % 3 === 0) await hide("key");
        if (step % 2 === 0) await remove("key", versionId);
      }
    };
    await Promise.all([0, 1, 2, 3].map(work));
    const before = versions();
    expect(before.filter(({ isDeleteMarker }) => !isDeleteMarker)).toHaveLength(16);
    await reopen();
    expect(versions()).toEqual(before);
    expect(await blobs()).toHaveLength(16);
  });
});

describe("a delete marker", () => {
  test("hides the key and keeps every version", async () => {
    const { one, three } = await putThree();
    const marker = await hide("key");
    for (let opened = 1; opened <= 2; opened += 1) {
      expect(await read("key")).toBeNull();
      expect(listedKeys()).toEqual([]);
      expect(versions()[0]).toMatchObject({ versionId: marker?.versionId, isLatest: true });
      expect(await read("key", one.versionId)).toBe("one");
      await reopen();
    }
    await remove("key", marker?.versionId ?? "");
    expect(await read("key")).toBe("three");
    expect((await put("key", "four")).versionId > three.versionId).toBe(true);
  });

  test("is not created if nothing is visible under the key", async () => {
    expect(await hide("never")).toBeNull();
    await put("key", "one");
    await hide("key");
    expect(await hide("key")).toBeNull();
    expect(versions()).toHaveLength(2);
  });

  test("may be older than a version of its key, and hides the key again once that version is removed", async () => {
    await put("key", "one");
    await hide("key");
    const { versionId } = await put("key", "two");
    expect(await read("key")).toBe("two");
    await remove("key", versionId);
    expect(await read("key")).toBeNull();
  });
});

test("a damaged file of an older version aborts startup before anything is swept", async () => {
  const { one } = await putThree();
  const before = await blobs();
  await writeFile(olderFile(directory(), "key", one.versionId), "{");
  await expect(reopen()).rejects.toThrow("is damaged");
  expect(await blobs()).toEqual(before);
});

test("names on disk are made from the key's hash and the version id", async () => {
  const { versionId } = await put("../../escape", "inside");
  await put("../../escape", "again");
  const file = olderFile(directory(), "../../escape", versionId);
  expect(dirname(dirname(file))).toBe(directory().meta);
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
    key: "../../escape",
    versionId,
  });
});
