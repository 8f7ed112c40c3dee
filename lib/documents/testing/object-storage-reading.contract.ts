import { describe, expect, test } from "vitest";
import { arrangeObject as arrange, bytesOf, type OpenStorage } from "./object-storage.fixture";

/** Defines the part of the object storage contract that covers reading bytes on the server. */
export function describeReading(open: OpenStorage): void {
  describe("reading", () => {
    test("returns the bytes in order, each time from the beginning", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(bytesOf("the content"));
      const version = { key, versionId: null };
      expect(await textOf(await storage.read(version))).toBe("the content");
      expect(await textOf(await storage.read(version))).toBe("the content");
    });

    test("returns the requested version", async () => {
      const { storage, key, upload, isVersioned } = await arrange(open);
      if (!isVersioned) return;
      await upload(bytesOf("first"));
      const versionId = (await storage.head(key))?.versionId ?? null;
      await upload(bytesOf("second"));
      expect(await textOf(await storage.read({ key, versionId }))).toBe("first");
    });

    test("can be stopped halfway", async () => {
      const { storage, key, upload } = await arrange(open);
      await upload(new Uint8Array(1_000_000));
      for await (const chunk of (await storage.read({ key, versionId: null })) ?? []) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
    });

    test("returns null for a missing object", async () => {
      const { storage, key } = await arrange(open);
      expect(await storage.read({ key, versionId: null })).toBeNull();
    });
  });
}

async function textOf(bytes: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
