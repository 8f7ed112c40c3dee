import { expect, test } from "vitest";
import type { BulkEnding } from "../rules/bulk-work";
import { describeBulkWorksContract } from "./bulk-works.contract";
import { describeContentErasuresContract } from "./content-erasures.contract";
import { createInMemoryBulkWorks } from "./in-memory-bulk-works";
import { makeDocumentPorts } from "./in-memory-document-ports";
import { createInMemoryDocuments } from "./in-memory-documents";
import { createInMemorySavedViews } from "./in-memory-saved-views";
import { createInMemoryStatusFeed } from "./in-memory-status-feed";
import { createInMemoryStorage } from "./in-memory-storage";
import { describeObjectStorageContract } from "./object-storage.contract";
import { describeSavedViewsContract } from "./saved-views.contract";
import { describeStagedDocumentRepositoryContract } from "./staged-document-repository.contract";
import { describeStatusFeedRepositoryContract } from "./status-feed-repository.contract";

describeStagedDocumentRepositoryContract("in-memory documents", async () => {
  const documents = createInMemoryDocuments();
  return { documents, configureWebhook: documents.configureWebhook };
});

describeStatusFeedRepositoryContract("the in-memory feed", async () => {
  const documents = createInMemoryDocuments();
  return { documents, statusFeed: createInMemoryStatusFeed(documents.history) };
});

describeBulkWorksContract("in-memory work on many documents", async () => {
  const documents = createInMemoryDocuments();
  const bulkWorks = createInMemoryBulkWorks(documents);
  const endSession = async (because: BulkEnding) => bulkWorks.endSessions(because);
  return { documents, bulkWorks, endSession };
});

describeContentErasuresContract("in-memory erasures", async () => makeDocumentPorts());

describeSavedViewsContract("in-memory views", async () => createInMemorySavedViews());

const machineClock = { now: () => new Date() };

for (const versioning of ["off", "enabled", "suspended"] as const) {
  describeObjectStorageContract(
    `in-memory object storage with versioning ${versioning}`,
    async () => {
      const storage = createInMemoryStorage(machineClock);
      storage.setVersioning(versioning);
      return { storage, fetch: storage.fetch, isVersioned: versioning === "enabled" };
    },
    () => {
      const storage = createInMemoryStorage(machineClock);
      storage.setBucketThere(false);
      return storage;
    },
  );
}

test("objects in a missing bucket reappear with the bucket", async () => {
  const storage = createInMemoryStorage(machineClock);
  const options = { signedAt: machineClock.now(), expiresInSeconds: 60, sizeBytes: null };
  const url = await storage.signUpload("staged/a", options);
  await storage.fetch(url, { method: "PUT", body: "content" });
  storage.setBucketThere(false);
  expect(await storage.head("staged/a")).toBeNull();
  expect((await storage.fetch(url, { method: "PUT", body: "other" })).status).toBe(404);
  storage.setBucketThere(true);
  expect((await storage.head("staged/a"))?.sizeBytes).toBe(7);
});

test("a store that is switched off rejects every call with object-store-unavailable", async () => {
  const storage = createInMemoryStorage(machineClock);
  storage.setAvailable(false);
  const unavailable = { code: "object-store-unavailable" };
  await expect(storage.head("a")).rejects.toMatchObject(unavailable);
  await expect(
    storage.copyIfUnchanged("a", "b", { etag: "c", contentType: "d" }),
  ).rejects.toMatchObject(unavailable);
  await expect(storage.remove({ key: "a", versionId: null })).rejects.toMatchObject(unavailable);
  await expect(storage.removeAll("a")).rejects.toMatchObject(unavailable);
  const start = { key: "", versionId: null };
  await expect(storage.list("", start, 1)).rejects.toMatchObject(unavailable);
  await expect(storage.checkReachable()).rejects.toMatchObject(unavailable);
});
