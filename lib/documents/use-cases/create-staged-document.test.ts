import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { createStagedDocument, renewUploadUrl } from "./create-staged-document";

const INPUT = {
  actor: anApiKeyActor(),
  assetIdentifier: "no such asset",
  name: "日本語.pdf",
  folder: null,
  sizeBytes: null,
};
const ALL = { after: null, limit: 100 };

describe("creation", () => {
  test("returns a document that is waiting for its upload, even for an unknown asset", async () => {
    const ports = makeDocumentPorts();
    const { document } = await createStagedDocument(ports, INPUT);
    expect(document).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      assetIdentifier: "no such asset",
      name: "日本語.pdf",
      folder: null,
      status: 1,
      uploadExpiresAt: new Date("2026-03-01T13:00:00.000Z"),
      createdAt: ports.clock.now(),
      updatedAt: ports.clock.now(),
      file: null,
      classification: null,
      failure: null,
      deletion: null,
      processingRun: null,
      duplicateOf: null,
    });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test("records in the history who created it", async () => {
    const ports = makeDocumentPorts();
    const { document } = await createStagedDocument(ports, INPUT);
    expect(await ports.documents.listStatusChanges(document.uuid, ALL)).toMatchObject([
      {
        previousStatus: null,
        currentStatus: 1,
        actor: `api-key:${INPUT.actor.id}`,
        reason: "created",
      },
    ]);
  });

  test("returns a URL that accepts the bytes of exactly this document", async () => {
    const ports = makeDocumentPorts();
    const { document, uploadSignedUrl } = await createStagedDocument(ports, INPUT);
    const answer = await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "bytes" });
    expect(answer.status).toBe(200);
    expect(ports.storage.keysBelow("")).toEqual([`staged/${document.uuid}`]);
  });

  test("returns a URL that is valid until uploadExpiresAt", async () => {
    const ports = makeDocumentPorts();
    const { document, uploadSignedUrl } = await createStagedDocument(ports, INPUT);
    const put = async () =>
      (await ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "bytes" })).status;
    ports.clock.advanceSeconds(3599);
    expect(await put()).toBe(200);
    ports.clock.advanceSeconds(1);
    expect(ports.clock.now()).toEqual(document.uploadExpiresAt);
    expect(await put()).toBe(403);
  });

  test("creates two documents if called twice with the same values", async () => {
    const ports = makeDocumentPorts();
    const first = await createStagedDocument(ports, INPUT);
    const second = await createStagedDocument(ports, INPUT);
    expect(second.document.uuid).not.toBe(first.document.uuid);
  });

  test("is rejected without a database", async () => {
    const ports = makeDocumentPorts();
    ports.documents.setAvailable(false);
    await expect(createStagedDocument(ports, INPUT)).rejects.toMatchObject({
      code: "database-unavailable",
    });
  });
});

describe("creation for a selected file", () => {
  test("keeps the folder from which the file was dropped", async () => {
    const ports = makeDocumentPorts();
    const { document } = await createStagedDocument(ports, { ...INPUT, folder: "leases/2026" });
    expect(document.folder).toBe("leases/2026");
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test("returns a URL that accepts exactly the given number of bytes", async () => {
    const ports = makeDocumentPorts();
    const { uploadSignedUrl } = await createStagedDocument(ports, { ...INPUT, sizeBytes: 5 });
    const put = (body: string) => ports.storage.fetch(uploadSignedUrl, { method: "PUT", body });
    expect((await put("byte")).status).toBe(403);
    expect((await put("bytes")).status).toBe(200);
  });

  test.each([
    [0, "file-empty", "The file is empty (0 bytes)"],
    [101, "file-too-large", "The file is 101 bytes. The limit is 100"],
  ])(
    "rejects %i bytes with an error that does not put the file's name in the log, and writes nothing",
    async (sizeBytes, code, words) => {
      const ports = makeDocumentPorts();
      await expect(createStagedDocument(ports, { ...INPUT, sizeBytes })).rejects.toMatchObject({
        code,
        detail: expect.stringContaining(words),
      });
      expect(ports.documents.all()).toEqual([]);
    },
  );
});

describe("a renewed upload URL", () => {
  test("accepts the bytes of the same document, even after the first URL has expired", async () => {
    const ports = makeDocumentPorts();
    const { uuid } = await makeDocumentAt(ports, 1);
    ports.clock.advanceSeconds(7200);
    const { document, uploadSignedUrl } = await renewUploadUrl(ports, uuid.toUpperCase(), null);
    const put = () => ports.storage.fetch(uploadSignedUrl, { method: "PUT", body: "bytes" });
    ports.clock.advanceSeconds(3599);
    expect((await put()).status).toBe(200);
    expect(ports.storage.keysBelow("")).toEqual([`staged/${uuid}`]);
    ports.clock.advanceSeconds(1);
    expect(ports.clock.now()).toEqual(document.uploadExpiresAt);
    expect((await put()).status).toBe(403);
    expect(await ports.documents.find(uuid)).toEqual(document);
  });

  test("accepts exactly the number of bytes that it was signed for", async () => {
    const ports = makeDocumentPorts();
    const { uuid } = await makeDocumentAt(ports, 1);
    const { uploadSignedUrl } = await renewUploadUrl(ports, uuid, 5);
    const put = (body: string) => ports.storage.fetch(uploadSignedUrl, { method: "PUT", body });
    expect((await put("byte")).status).toBe(403);
    expect((await put("bytes")).status).toBe(200);
  });

  test.each([
    [0, "file-empty"],
    [101, "file-too-large"],
  ])("is rejected for %i bytes before the document changes", async (sizeBytes, code) => {
    const ports = makeDocumentPorts();
    const document = await makeDocumentAt(ports, 1);
    ports.clock.advanceSeconds(60);
    await expect(renewUploadUrl(ports, document.uuid, sizeBytes)).rejects.toMatchObject({ code });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test.each([2, 3, 4, 5, 6, 8] as const)("is a conflict at status %i", async (status) => {
    const ports = makeDocumentPorts();
    const document = await makeDocumentAt(ports, status);
    await expect(renewUploadUrl(ports, document.uuid, null)).rejects.toMatchObject({
      code: "upload-not-awaited",
    });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test.each(["019cbc00-0000-7000-8000-ffffffffffff", "nonsense"])(
    "is rejected as not found for %s",
    async (uuid) => {
      await expect(renewUploadUrl(makeDocumentPorts(), uuid, null)).rejects.toMatchObject({
        code: "staged-document-not-found",
      });
    },
  );
});
