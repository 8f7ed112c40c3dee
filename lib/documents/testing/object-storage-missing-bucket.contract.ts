import { describe, expect, test } from "vitest";
import type { ObjectStorage } from "../ports";
import type { OpenWithoutBucket } from "./object-storage.fixture";

const CALLS: Record<string, (storage: ObjectStorage) => Promise<unknown>> = {
  checkReachable: (storage) => storage.checkReachable(),
  remove: (storage) => storage.remove({ key: "staged/a", versionId: null }),
  "remove of a version": (storage) => storage.remove({ key: "staged/a", versionId: "0a1b" }),
  removeAll: (storage) => storage.removeAll("staged/a"),
  list: (storage) => storage.list("staged/", { key: "", versionId: null }, 10),
  copyIfUnchanged: (storage) =>
    storage.copyIfUnchanged("staged/a", "documents/a", {
      etag: "0".repeat(32),
      contentType: "application/pdf",
    }),
};

/** Defines the part of the object storage contract that covers a missing bucket. */
export function describeMissingBucket(openWithoutBucket: OpenWithoutBucket): void {
  describe("a missing bucket fails the check and never counts as an erased object", () => {
    test.each(Object.entries(CALLS))(
      "%s rejects and reports the missing bucket",
      async (_name, call) => {
        await expect(call(openWithoutBucket())).rejects.toThrow(/^the bucket .* does not exist$/);
      },
    );

    test("head cannot distinguish a missing bucket from a missing object", async () => {
      expect(await openWithoutBucket().head("staged/a")).toBeNull();
    });
  });
}
