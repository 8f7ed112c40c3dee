import { describe, expect, test } from "vitest";
import type { ObjectStorage, StoredObject } from "../ports";
import { arrangeObject as arrange, bytesOf, type OpenStorage } from "./object-storage.fixture";

/** Defines the part of the object storage contract that covers copies. */
export function describeCopies(open: OpenStorage): void {
  describe("copyIfUnchanged", () => {
    const copy = (storage: ObjectStorage, key: string, seen: StoredObject | null) =>
      storage.copyIfUnchanged(key, `${key}-copy`, {
        etag: seen?.etag ?? "0".repeat(32),
        contentType: "application/pdf",
      });

    test("copies bytes, size and ETag", async () => {
      const { storage, key, upload, download } = await arrange(open);
      await upload(bytesOf("content"), key, { "content-type": "application/pdf" });
      const original = await storage.head(key);
      const copied = await copy(storage, key, original);
      expect(copied).toBe("copied");
      const head = await storage.head(`${key}-copy`);
      expect({ ...head, versionId: null }).toEqual({ ...original, versionId: null });
      expect(await (await download(`${key}-copy`)).text()).toBe("content");
    });

    test("gives the copy the requested content type", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("content"), key, { "content-type": "text/html" });
      await copy(storage, key, await storage.head(key));
      expect((await storage.head(`${key}-copy`))?.contentType).toBe("application/pdf");
    });

    test("returns `changed` and leaves no object if the ETag does not match", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("one"));
      const seen = await storage.head(key);
      await upload(bytesOf("two"));
      expect(await copy(storage, key, seen)).toBe("changed");
      expect(await storage.head(`${key}-copy`)).toBeNull();
    });

    test("returns `changed` and leaves no object if the original is missing", async () => {
      const { storage, key } = await arrange(open);
      expect(await copy(storage, key, null)).toBe("changed");
      expect(await storage.head(`${key}-copy`)).toBeNull();
    });

    test("makes a copy that does not change with later uploads to the original", async () => {
      const { storage, key, upload, download } = await arrange(open);
      await upload(bytesOf("reported"));
      const seen = await storage.head(key);
      await copy(storage, key, seen);
      await upload(bytesOf("replaced"));
      expect(await (await download(`${key}-copy`)).text()).toBe("reported");
    });
  });
}
