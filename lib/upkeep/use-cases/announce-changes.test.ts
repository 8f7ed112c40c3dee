import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { changeDocumentStatus } from "@/lib/documents/use-cases/change-document-status";
import {
  createStagedDocument,
  createStagedDocumentOnce,
  renewUploadUrl,
} from "@/lib/documents/use-cases/create-staged-document";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeUpkeepPorts } from "../testing/in-memory-upkeep-ports";
import { sweepAwaitedUploads } from "./sweep-awaited-uploads";

const INPUT = {
  actor: anApiKeyActor(["documents:write"]),
  assetIdentifier: "A",
  name: "a.pdf",
  folder: null,
  sizeBytes: null,
};
const DAY_SECONDS = 24 * 3600;

/** Returns ports that record, for each announcement, how many changes had been committed. */
function arrange() {
  const ports = makeUpkeepPorts();
  const committed: number[] = [];
  const changes = { announce: () => committed.push(ports.documents.history.rows.length) };
  return { ports: { ...ports, changes }, committed };
}

describe("a change of status is announced once, after its commit", () => {
  test("when a document is created", async () => {
    const { ports, committed } = arrange();
    await createStagedDocument(ports, INPUT);
    expect(committed).toEqual([1]);
  });

  test("when a document is created with an idempotency key, but not when the call is repeated", async () => {
    const { ports, committed } = arrange();
    for (const _ of ["once", "again"]) {
      await createStagedDocumentOnce(ports, { ...INPUT, idempotencyKey: "key" });
    }
    expect(committed).toEqual([1]);
  });

  test("when a report moves a document, but not when the outcome is already recorded", async () => {
    const { ports, committed } = arrange();
    const { uuid } = await makeDocumentAt(ports, 1);
    for (const _ of ["once", "again"]) {
      await changeDocumentStatus(ports, { actor: INPUT.actor, uuid, status: 6 });
    }
    expect(committed).toEqual([2]);
  });

  test("when a document is deleted, but not when it has already been deleted", async () => {
    const { ports, committed } = arrange();
    const { uuid } = await makeDocumentAt(ports, 2);
    for (const _ of ["once", "again"]) {
      await deleteStagedDocument(ports, { actor: INPUT.actor, uuid });
    }
    expect(committed).toEqual([3]);
  });

  test("when the sweep finds a document's file or expires its upload", async () => {
    const { ports, committed } = arrange();
    await makeDocumentAt(ports, 1);
    const { uploadSignedUrl } = await createStagedDocument(ports, INPUT);
    await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "found" });
    ports.clock.advanceSeconds(DAY_SECONDS);
    const { uploadsFound, uploadsGivenUp } = await sweepAwaitedUploads(ports);
    expect([uploadsFound, uploadsGivenUp]).toEqual([1, 1]);
    expect(committed).toEqual([2, 3, 4]);
  });
});

describe("nothing is announced", () => {
  test("when a report is rejected", async () => {
    const { ports, committed } = arrange();
    const { uuid } = await makeDocumentAt(ports, 1);
    const report = { actor: INPUT.actor, uuid, status: 2 };
    await expect(changeDocumentStatus(ports, report)).rejects.toThrow("file-not-uploaded");
    expect(committed).toEqual([]);
  });

  test("when nothing could be written", async () => {
    const { ports, committed } = arrange();
    ports.documents.setAvailable(false);
    await expect(createStagedDocument(ports, INPUT)).rejects.toThrow("database-unavailable");
    expect(committed).toEqual([]);
  });

  test("when the upload URL is renewed before the sweep settles the document", async () => {
    const { ports, committed } = arrange();
    const { uuid } = await makeDocumentAt(ports, 1);
    ports.clock.advanceSeconds(DAY_SECONDS);
    const renewFirst = {
      ...ports.storage,
      head: async (key: string) => {
        await renewUploadUrl(ports, uuid, null);
        return ports.storage.head(key);
      },
    };
    expect(await sweepAwaitedUploads({ ...ports, storage: renewFirst })).toMatchObject({
      uploadsLeft: 1,
    });
    expect(committed).toEqual([]);
  });
});
