import { describe, expect, test } from "vitest";
import type { S3Connection } from "./s3-clients";
import { createS3ObjectStorage } from "./s3-object-storage";
import { createSealedHeads } from "./sealed-heads";

/** Tests the sealed head of the audit log in a bucket. */
export function describeSealedHeads(name: string, connection: S3Connection): void {
  describe(name, () => {
    const sealedHeads = createSealedHeads(connection);
    const storage = createS3ObjectStorage(connection);

    test("does not exist at first", async () => {
      await storage.removeAll("audit/head");
      expect(await sealedHeads.read({ holdsChain: false })).toBeNull();
    });

    test("is the newest content, and the store keeps no other version of it", async () => {
      for (const content of ["one", "two", "three"]) {
        expect(await sealedHeads.replace(content)).toBeNull();
      }
      expect(await sealedHeads.read({ holdsChain: false })).toBe("three");
      const { objects } = await storage.list("audit/", { key: "", versionId: null }, 10);
      expect(objects.map(({ key }) => key)).toEqual(["audit/head"]);
    });
  });
}
