import { describe, expect, test } from "vitest";
import type { ObjectStorage } from "../ports";
import { arrangeObject, bytesOf, type OpenStorage, START } from "./object-storage.fixture";

/** Defines the part of the object storage contract that covers listings. */
export function describeObjectListing(open: OpenStorage): void {
  describe("list", () => {
    const arrangeThree = async () => {
      const arranged = await arrangeObject(open);
      const { key, upload } = arranged;
      for (const name of ["c", "a", "b"]) await upload(bytesOf("content"), `${key}/${name}`);
      await upload(bytesOf("content"), `${key}-other`);
      return { ...arranged, prefix: `${key}/` };
    };
    type Listing = Awaited<ReturnType<ObjectStorage["list"]>>;
    const namesOf = ({ objects }: Listing) => objects.map(({ key }) => key.at(-1));
    const behind = (key: string) => ({ key, versionId: null });

    test("returns exactly the objects under a prefix, in key order", async () => {
      const { storage, prefix } = await arrangeThree();
      expect(namesOf(await storage.list(prefix, START, 10))).toEqual(["a", "b", "c"]);
    });

    test("starts after a key, which need not exist", async () => {
      const { storage, prefix } = await arrangeThree();
      expect(namesOf(await storage.list(prefix, behind(`${prefix}b`), 2))).toEqual(["c"]);
      expect(namesOf(await storage.list(prefix, behind(`${prefix}aa`), 2))).toEqual(["b", "c"]);
      const nothing = await storage.list(prefix, behind(`${prefix}c`), 2);
      expect(nothing).toEqual({ objects: [], next: null });
    });

    test("continues where the previous page ended, until nothing is left", async () => {
      const { storage, prefix } = await arrangeThree();
      let page = await storage.list(prefix, START, 2);
      expect(namesOf(page)).toEqual(["a", "b"]);
      const others: unknown[] = [];
      while (page.next !== null) {
        page = await storage.list(prefix, page.next, 2);
        others.push(...namesOf(page));
      }
      expect(others).toEqual(["c"]);
    });

    test("is empty for a prefix without objects", async () => {
      const { storage, key } = await arrangeObject(open);
      expect(await storage.list(`${key}/`, START, 10)).toEqual({ objects: [], next: null });
    });

    test("returns the time at which an object was written, to the second", async () => {
      const { storage, key, upload } = await arrangeObject(open);
      const before = Math.floor(Date.now() / 1000) * 1000;
      await upload(bytesOf("content"));
      const { objects } = await storage.list(key, START, 1);
      const writtenMs = objects[0]?.lastModified.getTime();
      expect(writtenMs).toBeGreaterThanOrEqual(before);
      expect(writtenMs).toBeLessThanOrEqual(Date.now());
    });
  });
}
