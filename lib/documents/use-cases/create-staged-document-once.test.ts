import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { type InMemoryDocumentPorts, makeDocumentPorts } from "../testing/in-memory-document-ports";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocumentOnce } from "./create-staged-document";

const actor = anApiKeyActor();
const INPUT: Parameters<typeof createStagedDocumentOnce>[1] = {
  actor,
  assetIdentifier: "A",
  name: "a.pdf",
  folder: null,
  sizeBytes: null,
  idempotencyKey: "key 1",
};
const DAY_SECONDS = 24 * 60 * 60;

const createAt = (ports: InMemoryDocumentPorts, overrides: Partial<typeof INPUT> = {}) =>
  createStagedDocumentOnce(ports, { ...INPUT, ...overrides });

describe("a repeat within 24 hours", () => {
  test("returns the same document and marks it as repeated", async () => {
    const ports = makeDocumentPorts();
    const first = await createAt(ports);
    const second = await createAt(ports);
    expect(first.isReplayed).toBe(false);
    expect(second.isReplayed).toBe(true);
    expect(second.document).toEqual(first.document);
    expect(ports.documents.all()).toHaveLength(1);
  });

  test("returns a new URL that is valid until uploadExpiresAt while the document is waiting for its upload", async () => {
    const ports = makeDocumentPorts();
    await createAt(ports);
    ports.clock.advanceSeconds(3590);
    const { document, uploadSignedUrl } = await createAt(ports);
    const put = () => ports.storage.fetch(uploadSignedUrl ?? "", { method: "PUT", body: "b" });
    expect((await put()).status).toBe(200);
    ports.clock.advanceSeconds(10);
    expect(ports.clock.now()).toEqual(document.uploadExpiresAt);
    expect((await put()).status).toBe(403);
  });

  test("returns no URL once the upload can no longer start", async () => {
    const ports = makeDocumentPorts();
    await createAt(ports);
    ports.clock.advanceSeconds(3600);
    expect((await createAt(ports)).uploadSignedUrl).toBeNull();
  });

  test("returns the current document, without a URL after status 1", async () => {
    const ports = makeDocumentPorts();
    const { document } = await createAt(ports);
    await changeDocumentStatus(ports, { actor, uuid: document.uuid, status: 6 });
    const replayed = await createAt(ports);
    expect(replayed).toMatchObject({ document: { status: 6 }, uploadSignedUrl: null });
  });

  test("matches a claim made before folders and sizes existed", async () => {
    const ports = makeDocumentPorts();
    await createAt(ports);
    const found = await ports.documents.findClaimed({ ownerId: actor.id, key: "key 1" });
    const earlierHash = createHash("sha256").update('["A","a.pdf"]').digest();
    expect(found?.requestHash).toEqual(earlierHash);
  });

  test("returns a URL for the given size", async () => {
    const ports = makeDocumentPorts();
    const values = { folder: "leases", sizeBytes: 5 };
    await createAt(ports, values);
    const { uploadSignedUrl, isReplayed } = await createAt(ports, values);
    const put = (body: string) =>
      ports.storage.fetch(uploadSignedUrl ?? "", { method: "PUT", body });
    expect(isReplayed).toBe(true);
    expect((await put("byte")).status).toBe(403);
    expect((await put("bytes")).status).toBe(200);
  });

  test.each([{ name: "b.pdf" }, { assetIdentifier: "B" }, { folder: "b" }, { sizeBytes: 7 }])(
    "is rejected with a different body (%j), and nothing is created",
    async (other) => {
      const ports = makeDocumentPorts();
      await createAt(ports);
      await expect(createAt(ports, other)).rejects.toMatchObject({
        code: "idempotency-key-reused",
      });
      expect(ports.documents.all()).toHaveLength(1);
    },
  );
});

describe("a separate document", () => {
  test("is created for the same key of a different owner", async () => {
    const ports = makeDocumentPorts();
    await createAt(ports);
    const other = { ...actor, id: "019cbc00-0000-7000-8000-0000000000c9" };
    expect((await createAt(ports, { actor: other, name: "b.pdf" })).isReplayed).toBe(false);
  });

  test("is created for the same key after 24 hours, to the second", async () => {
    const ports = makeDocumentPorts();
    const first = await createAt(ports);
    ports.clock.advanceSeconds(DAY_SECONDS - 1);
    expect((await createAt(ports)).isReplayed).toBe(true);
    ports.clock.advanceSeconds(1);
    const later = await createAt(ports);
    expect(later.isReplayed).toBe(false);
    expect(later.document.uuid).not.toBe(first.document.uuid);
  });
});

describe("a claim that is removed before it can be read", () => {
  test("is made again", async () => {
    const ports = makeDocumentPorts();
    let isFirst = true;
    const createOnce: typeof ports.documents.createOnce = async (...parameters) => {
      if (!isFirst) return ports.documents.createOnce(...parameters);
      isFirst = false;
      return null;
    };
    const raced = { ...ports, documents: { ...ports.documents, createOnce } };
    expect((await createAt(raced)).isReplayed).toBe(false);
  });

  test("is reported as contention if this keeps happening", async () => {
    const ports = makeDocumentPorts();
    const documents = { ...ports.documents, createOnce: async () => null };
    await expect(createAt({ ...ports, documents })).rejects.toMatchObject({
      code: "too-much-contention",
    });
  });
});
