import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocument } from "./create-staged-document";
import { eraseContent } from "./erase-content";
import { getDocumentContent } from "./get-document-content";

const actor = anApiKeyActor();
const reason = "asked for by the tenant";

/** Creates an approved document whose bytes are in the store. */
async function arrangeApproved() {
  const ports = makeDocumentPorts();
  const given = { assetIdentifier: "BLD-0001", name: "lease.pdf", folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, { actor, ...given });
  await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "content" });
  const { uuid } = document;
  await changeDocumentStatus(ports, { actor, uuid, status: 2 });
  await changeDocumentStatus(ports, { actor, uuid, status: 5 });
  return { ports, uuid };
}

describe("erasing the content of an approved document", () => {
  test("removes its bytes, keeps its record at status 5 and records who did it", async () => {
    const { ports, uuid } = await arrangeApproved();
    const { document, removalFailure } = await eraseContent(ports, { actor, uuid, reason });
    expect(removalFailure).toBeUndefined();
    expect(document).toMatchObject({
      ...{ uuid, status: 5, classification: null },
      file: { sizeBytes: 7, erasedAt: ports.clock.now() },
    });
    expect(ports.storage.keysBelow("")).toEqual([]);
    expect(await ports.contentErasures.listPending(null, 1)).toEqual([]);
    await expect(getDocumentContent(ports, uuid)).rejects.toMatchObject({ code: "content-gone" });
    expect(ports.contentErasures.notes).toMatchObject([
      { action: "document-content-erased", subject: `document:${uuid}`, reason },
    ]);
  });

  test("returns the record and keeps the time of the first erasure if it is repeated", async () => {
    const { ports, uuid } = await arrangeApproved();
    const first = await eraseContent(ports, { actor, uuid, reason });
    ports.clock.advanceSeconds(60);
    expect(await eraseContent(ports, { actor, uuid: uuid.toUpperCase(), reason: null })).toEqual(
      first,
    );
    expect(ports.contentErasures.notes).toHaveLength(1);
  });

  test("sends no notification and writes no status change", async () => {
    const { ports, uuid } = await arrangeApproved();
    const before = ports.documents.history.of(uuid);
    await eraseContent(ports, { actor, uuid, reason });
    expect(ports.documents.history.of(uuid)).toEqual(before);
  });

  test("returns the store's error and leaves the bytes to the sweep if the store is unavailable", async () => {
    const { ports, uuid } = await arrangeApproved();
    ports.storage.setAvailable(false);
    const { document, removalFailure } = await eraseContent(ports, { actor, uuid, reason });
    expect(removalFailure).toMatchObject({ code: "object-store-unavailable" });
    expect(document.file?.erasedAt).toEqual(ports.clock.now());
    await expect(getDocumentContent(ports, uuid)).rejects.toMatchObject({ code: "content-gone" });
    expect(await ports.contentErasures.listPending(null, 9)).toMatchObject([{ uuid }]);
  });

  test("does not affect a different document with the same bytes", async () => {
    const { ports, uuid } = await arrangeApproved();
    const copy = await makeDocumentAt(ports, 5);
    await eraseContent(ports, { actor, uuid, reason });
    expect(await ports.documents.find(copy.uuid)).toEqual(copy);
  });
});

describe("other documents", () => {
  test.each([6, 8] as const)(
    "at status %i may be erased before their retention period ends",
    async (status) => {
      const ports = makeDocumentPorts();
      const { uuid } = await makeDocumentAt(ports, status);
      expect((await eraseContent(ports, { actor, uuid, reason })).document.status).toBe(status);
      expect(ports.contentErasures.notes).toHaveLength(1);
    },
  );

  test.each([1, 2, 3, 4] as const)(
    "at status %i are rejected, and the error says what to do",
    async (status) => {
      const ports = makeDocumentPorts();
      const document = await makeDocumentAt(ports, status);
      const refused = eraseContent(ports, { actor, uuid: document.uuid, reason });
      await expect(refused).rejects.toMatchObject({
        ...{ code: "content-not-erasable", detail: expect.stringContaining("delete the document") },
      });
      expect(await ports.documents.find(document.uuid)).toEqual(document);
    },
  );

  test.each(["nothing", "00000000-0000-7000-8000-000000000000"])(
    "that do not exist (%s) are not found",
    async (uuid) => {
      const refused = eraseContent(makeDocumentPorts(), { actor, uuid, reason });
      await expect(refused).rejects.toMatchObject({ code: "staged-document-not-found" });
    },
  );
});
