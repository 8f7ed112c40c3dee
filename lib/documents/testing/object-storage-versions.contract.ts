import { describe, expect, test } from "vitest";
import { arrangeObject, bytesOf, type OpenStorage, START } from "./object-storage.fixture";

/** Defines the part of the object storage contract that covers versions, whether or not the store keeps them. */
export function describeVersions(open: OpenStorage): void {
  const arrangeTwo = async () => {
    const arranged = await arrangeObject(open);
    const { storage, key, upload } = arranged;
    await upload(bytesOf("first"));
    const first = await storage.head(key);
    await upload(bytesOf("second one"));
    const second = await storage.head(key);
    return { ...arranged, ids: [first?.versionId ?? null, second?.versionId ?? null] as const };
  };
  const read = async (answer: Promise<Response>) => {
    const { status, text } = await answer.then(async (got) => ({
      status: got.status,
      text: await got.text(),
    }));
    return status === 404 ? null : text;
  };

  describe("versions", () => {
    test("either every upload creates a version, or none does", async () => {
      const { isVersioned, ids } = await arrangeTwo();
      if (isVersioned) expect(ids[0]).not.toBe(ids[1]);
      else expect(ids).toEqual([null, null]);
    });

    test("a listing contains each version, newest first within a key", async () => {
      const { storage, isVersioned, key, ids } = await arrangeTwo();
      const { objects } = await storage.list(key, START, 10);
      const listed = objects.map(({ versionId }) => versionId);
      if (isVersioned) expect(listed).toEqual(ids.toReversed());
      else expect(["null", null]).toContain(listed[0]);
    });

    test("a listing can continue within a key", async () => {
      const { storage, isVersioned, key, ids, upload } = await arrangeTwo();
      if (!isVersioned) return;
      await upload(bytesOf("third"));
      const { next } = await storage.list(key, START, 2);
      const { objects } = await storage.list(key, next ?? START, 2);
      expect(objects.map(({ versionId }) => versionId)).toEqual([ids[0]]);
    });

    test("a reported version is downloaded, whatever was uploaded later", async () => {
      const { isVersioned, key, ids, download } = await arrangeTwo();
      const reported = await read(download(key, "report.pdf", ids[0]));
      expect(reported).toBe(isVersioned ? "first" : "second one");
      expect(await read(download(key, "report.pdf", ids[1]))).toBe("second one");
    });

    test("removing one version leaves the others", async () => {
      const { storage, isVersioned, key, ids, download } = await arrangeTwo();
      if (!isVersioned) return;
      await storage.remove({ key, versionId: ids[1] });
      expect(await read(download(key, "report.pdf", ids[1]))).toBeNull();
      expect(await read(download(key, "report.pdf", ids[0]))).toBe("first");
      expect((await storage.head(key))?.versionId).toBe(ids[0]);
      await storage.remove({ key, versionId: ids[0] });
      expect(await storage.head(key)).toBeNull();
      expect(await storage.list(key, START, 10)).toEqual({ objects: [], next: null });
    });
  });
}
