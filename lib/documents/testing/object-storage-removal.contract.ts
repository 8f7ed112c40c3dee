import { describe, expect, test } from "vitest";
import {
  arrangeObject as arrange,
  bytesOf,
  type OpenStorage,
  START,
} from "./object-storage.fixture";

/** Defines the part of the object storage contract that covers removals. */
export function describeRemoval(open: OpenStorage): void {
  describe("removal", () => {
    test("removes all versions of a key and no other key", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("content"));
      await upload(bytesOf("again"));
      await upload(bytesOf("content"), `${key}-copy`);
      await storage.removeAll(key);
      expect(await storage.head(key)).toBeNull();
      const { objects } = await storage.list(key, START, 10);
      expect(objects.map((object) => object.key)).toEqual([`${key}-copy`]);
    });

    test("leaves nothing once every listed version has been removed", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("content"));
      await upload(bytesOf("again"));
      for (const version of (await storage.list(key, START, 10)).objects) {
        await storage.remove(version);
      }
      expect(await storage.list(key, START, 10)).toEqual({ objects: [], next: null });
    });

    test("is harmless if repeated or if the object never existed", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("content"));
      const [version = START] = (await storage.list(key, START, 1)).objects;
      await storage.remove(version);
      await expect(storage.remove(version)).resolves.toBeUndefined();
      await expect(storage.removeAll(key)).resolves.toBeUndefined();
      await expect(storage.removeAll(`${key}-never`)).resolves.toBeUndefined();
      expect(await storage.list(key, START, 1)).toEqual({ objects: [], next: null });
    });
  });
}
