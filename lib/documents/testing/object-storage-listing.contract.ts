import { describe, expect, test } from "vitest";
import { arrangeObject, bytesOf, type OpenStorage } from "./object-storage.fixture";

/** What every object storage guarantees of its listing; part of the contract of object storage. */
export function describeObjectListing(open: OpenStorage): void {
  describe("list", () => {
    const arrangeThree = async () => {
      const arranged = await arrangeObject(open);
      const { key, upload } = arranged;
      for (const name of ["c", "a", "b"]) await upload(bytesOf("content"), `${key}/${name}`);
      await upload(bytesOf("content"), `${key}-other`);
      return { ...arranged, prefix: `${key}/` };
    };
    const namesOf = (objects: readonly { key: string }[]) => objects.map(({ key }) => key.at(-1));

    test("tells the objects below a prefix in the order of their keys, and no other", async () => {
      const { storage, prefix } = await arrangeThree();
      expect(namesOf(await storage.list(prefix, "", 10))).toEqual(["a", "b", "c"]);
    });

    test("continues behind a key, which need not exist, until nothing is left", async () => {
      const { storage, prefix } = await arrangeThree();
      expect(namesOf(await storage.list(prefix, "", 2))).toEqual(["a", "b"]);
      expect(namesOf(await storage.list(prefix, `${prefix}b`, 2))).toEqual(["c"]);
      expect(namesOf(await storage.list(prefix, `${prefix}aa`, 2))).toEqual(["b", "c"]);
      expect(await storage.list(prefix, `${prefix}c`, 2)).toEqual([]);
    });

    test("of a prefix without objects is empty", async () => {
      const { storage, key } = await arrangeObject(open);
      expect(await storage.list(`${key}/`, "", 10)).toEqual([]);
    });

    test("tells when an object was written, to the second", async () => {
      const { storage, key, upload } = await arrangeObject(open);
      const before = Math.floor(Date.now() / 1000) * 1000;
      await upload(bytesOf("content"));
      const writtenMs = (await storage.list(key, "", 1))[0]?.lastModified.getTime();
      expect(writtenMs).toBeGreaterThanOrEqual(before);
      expect(writtenMs).toBeLessThanOrEqual(Date.now());
    });
  });
}
