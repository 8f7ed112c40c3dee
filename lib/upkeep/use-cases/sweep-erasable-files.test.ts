import { describe, expect, test } from "vitest";
import { anErasure } from "@/lib/documents/testing/content-erasures.contract";
import { makeDocumentAt, moveBetween } from "@/lib/documents/testing/document-at-status.fixture";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { arrangeAwaited, failingAt } from "@/lib/upkeep/testing/awaited-upload.fixture";
import { type InMemoryUpkeepPorts, makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { sweepErasableFiles } from "./sweep-erasable-files";

const RETENTION_SECONDS = 30 * 86_400;

/** Sets up a document whose bytes are in the store and which has just been deleted. */
async function arrangeDeleted(ports: InMemoryUpkeepPorts = makeUpkeepPorts()) {
  const arranged = await arrangeAwaited(ports);
  const { actor, uuid, upload } = arranged;
  await upload("content");
  await changeDocumentStatus(ports, { actor, uuid, status: 2 });
  const move = { uuid, move: moveBetween(2, 8), actor: "test", reason: "deleted" } as const;
  await ports.documents.compareAndSetStatus({ ...move, at: ports.clock.now() });
  return arranged;
}

describe("bytes of failed and deleted documents", () => {
  test("stay until their retention period ends and are then removed", async () => {
    const { ports, uuid } = await arrangeDeleted();
    ports.clock.advanceSeconds(RETENTION_SECONDS - 0.001);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 0, failures: [] });
    await expect(getDocumentContent(ports, uuid)).resolves.toBeDefined();
    ports.clock.advanceSeconds(0.001);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 1, failures: [] });
    expect(ports.storage.keysBelow("")).toEqual([]);
    await expect(getDocumentContent(ports, uuid)).rejects.toMatchObject({ code: "content-gone" });
  });

  test("of a failed upload are also removed", async () => {
    const { ports, uuid, upload } = await arrangeAwaited();
    await upload("content");
    await changeDocumentStatus(ports, { actor: anApiKeyActor(), uuid, status: 6 });
    ports.clock.advanceSeconds(RETENTION_SECONDS);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 1, failures: [] });
    expect(ports.storage.keysBelow("")).toEqual([]);
  });

  test.each([1, 2, 3, 4, 5] as const)("of a document at %i are never erased", async (status) => {
    const ports = makeUpkeepPorts();
    await makeDocumentAt(ports, status);
    ports.clock.advanceSeconds(100 * RETENTION_SECONDS);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 0, failures: [] });
  });

  test("are erased only once, and a second sweep has nothing to do", async () => {
    const { ports } = await arrangeDeleted();
    ports.clock.advanceSeconds(RETENTION_SECONDS);
    await sweepErasableFiles(ports);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 0, failures: [] });
  });
});

describe("bytes of documents that a user erased", () => {
  /** Sets up the state after a process has been killed between marking a document as erased and removing its bytes. */
  async function arrangeMarked() {
    const ports = makeUpkeepPorts();
    const { actor, uuid, upload } = await arrangeAwaited(ports);
    await upload("content");
    await changeDocumentStatus(ports, { actor, uuid, status: 2 });
    await changeDocumentStatus(ports, { actor, uuid, status: 5 });
    await ports.contentErasures.mark(anErasure(uuid));
    return { ports, uuid };
  }

  test("that are still stored are removed by the next sweep, without a retention period", async () => {
    const { ports } = await arrangeMarked();
    expect(ports.storage.keysBelow("")).not.toEqual([]);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 1, failures: [] });
    expect(ports.storage.keysBelow("")).toEqual([]);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 0, failures: [] });
  });

  test("remain due to be removed while the store is unavailable", async () => {
    const { ports } = await arrangeMarked();
    ports.storage.setAvailable(false);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 0 });
    ports.storage.setAvailable(true);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 1, failures: [] });
  });
});

describe("failures", () => {
  test("nothing is erased if the bucket is missing", async () => {
    const { ports, uuid } = await arrangeDeleted();
    ports.clock.advanceSeconds(RETENTION_SECONDS);
    ports.storage.setBucketThere(false);
    expect(await sweepErasableFiles(ports)).toMatchObject({
      filesErased: 0,
      failures: [{ subject: null, message: "the bucket of this test does not exist" }],
    });
    expect((await ports.documents.find(uuid))?.file?.erasedAt).toBeNull();
    ports.storage.setBucketThere(true);
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 1, failures: [] });
  });

  test("a document is not marked as erased before its bytes are gone, and the next sweep tries to erase them again", async () => {
    const { ports, uuid } = await arrangeDeleted();
    const objectKey = (await ports.documents.find(uuid))?.file?.objectKey ?? "";
    await arrangeDeleted(ports);
    ports.clock.advanceSeconds(RETENTION_SECONDS);
    expect(await sweepErasableFiles(failingAt(ports, objectKey))).toMatchObject({
      filesErased: 1,
      failures: [{ work: "erasable-files", subject: uuid }],
    });
    expect((await ports.documents.find(uuid))?.file?.erasedAt).toBeNull();
    expect(await sweepErasableFiles(ports)).toMatchObject({ filesErased: 1, failures: [] });
    expect(ports.storage.keysBelow("")).toEqual([]);
  });
});
