import { describe, expect, test } from "vitest";
import type { Scope } from "@/lib/kernel/rules/actor";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { changeDocumentStatus } from "./change-document-status";
import { createStagedDocument } from "./create-staged-document";
import { deleteStagedDocument, eraseContent } from "./delete-staged-document";
import { getDocumentContent } from "./staged-documents";

const actor = anApiKeyActor();
const reason = "asked for by the tenant";

/** Creates an approved document whose bytes are in the store. */
async function arrangeApproved() {
  const ports = makeDocumentPorts();
  const input = { assetIdentifier: "BLD-0001", name: "lease.pdf", folder: null, sizeBytes: null };
  const { document, uploadSignedUrl } = await createStagedDocument(ports, { actor, ...input });
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
      uuid,
      status: 5,
      classification: null,
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
        code: "content-not-erasable",
        detail: expect.stringContaining("delete the document"),
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

const ALL = { after: null, limit: 100 };

async function arrangeAt(status: Parameters<typeof makeDocumentAt>[1]) {
  const ports = makeDocumentPorts();
  const document = await makeDocumentAt(ports, status);
  ports.clock.advanceSeconds(60);
  const remove = (scopes?: readonly Scope[]) =>
    deleteStagedDocument(ports, { actor: anApiKeyActor(scopes), uuid: document.uuid });
  const history = async () => (await ports.documents.listStatusChanges(document.uuid, ALL)) ?? [];
  return { ports, document, remove, history };
}

describe("a deletion", () => {
  test.each(["administrator", "reviewer"] as const)(
    "by a %s at status 1 gives a reason that mentions the file rather than a call",
    async (kind) => {
      const { ports, document } = await arrangeAt(1);
      const actor = { kind, id: "p", sessionId: null };
      const { failure } = await deleteStagedDocument(ports, { actor, uuid: document.uuid });
      expect(failure?.message).toContain("drop it again");
    },
  );

  test("at status 1 cancels the upload, as the record and the history show", async () => {
    const { ports, document, remove, history } = await arrangeAt(1);
    expect(await remove()).toEqual({
      ...document,
      status: 6,
      updatedAt: ports.clock.now(),
      failure: { code: "cancelled", message: expect.stringContaining("cancelled") },
    });
    expect((await history()).at(-1)).toMatchObject({ currentStatus: 6, reason: "cancelled" });
  });

  test.each([2, 3, 4] as const)("at %i deletes the document and keeps the file", async (status) => {
    const { ports, document, remove, history } = await arrangeAt(status);
    expect(await remove()).toEqual({
      ...document,
      status: 8,
      updatedAt: ports.clock.now(),
      deletion: { reason: null, note: null },
    });
    expect((await history()).at(-1)).toMatchObject({ currentStatus: 8, reason: "deleted" });
  });

  test("at status 8 is a repeat: it returns the current record and writes nothing", async () => {
    const { document, remove, history } = await arrangeAt(8);
    const before = await history();
    expect(await remove()).toEqual(document);
    expect(await history()).toEqual(before);
  });

  test("keeps its reason and its note, and a repeat changes neither", async () => {
    const { ports, document, history } = await arrangeAt(4);
    const { uuid } = document;
    const given = { reason: "duplicate", note: "Uploaded twice" } as const;
    const deleted = await deleteStagedDocument(ports, { actor, uuid, ...given });
    expect(deleted.deletion).toEqual(given);
    const before = await history();
    const again = await deleteStagedDocument(ports, { actor, uuid, reason: "other" });
    expect(again).toEqual(deleted);
    expect(await history()).toEqual(before);
  });

  test.each([5, 6] as const)("at status %i is a conflict and changes nothing", async (status) => {
    const { ports, document, remove } = await arrangeAt(status);
    await expect(remove()).rejects.toMatchObject({ code: "invalid-transition" });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test("is rejected for a document that does not exist", async () => {
    const { ports } = await arrangeAt(1);
    const input = { actor: anApiKeyActor(), uuid: "019cbc00-0000-7000-8000-ffffffffffff" };
    await expect(deleteStagedDocument(ports, input)).rejects.toMatchObject({
      code: "staged-document-not-found",
    });
  });

  test("returns the record if it loses to a concurrent deletion", async () => {
    const { ports, remove, history } = await arrangeAt(2);
    const answers = await Promise.all([remove(), remove(), remove()]);
    expect(answers.map(({ status }) => status)).toEqual([8, 8, 8]);
    expect(await history()).toHaveLength(3);
    expect(ports.storage.keysBelow("")).toEqual([]);
  });
});

describe("a deletion by a person", () => {
  const reviewer = { kind: "reviewer", id: "p", sessionId: null } as const;

  test("is a conflict if somebody else has already deleted the document", async () => {
    const { ports, document, history } = await arrangeAt(8);
    const before = await history();
    const input = { uuid: document.uuid, reason: "other", note: "Too late" } as const;
    const seen = { status: 4, run: null };
    const again = deleteStagedDocument(ports, { actor: reviewer, ...input, seen });
    await expect(again).rejects.toMatchObject({ code: "invalid-transition" });
    expect(await history()).toEqual(before);
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });

  test("whose first response was lost returns the record when it is repeated, for the same reason and in any role", async () => {
    const { ports, document, history } = await arrangeAt(4);
    const seen = { status: 4, run: document.processingRun };
    const given = { uuid: document.uuid, reason: "other", note: "Twice", seen } as const;
    const first = await deleteStagedDocument(ports, { actor: reviewer, ...given });
    const before = await history();
    const again = { ...reviewer, kind: "administrator" } as const;
    expect(await deleteStagedDocument(ports, { actor: again, ...given })).toEqual(first);
    expect(await history()).toEqual(before);
    const refused = { code: "invalid-transition" };
    for (const changed of [
      { actor: { ...reviewer, id: "q" } },
      { actor: reviewer, note: "Thrice" },
      { actor: reviewer, reason: "duplicate" },
    ] as const) {
      const repeat = deleteStagedDocument(ports, { ...given, ...changed });
      await expect(repeat).rejects.toMatchObject(refused);
    }
  });

  test.each([
    ["status", { status: 2, run: null }, "invalid-transition"],
    ["run", { status: 4, run: 7 }, "results-changed"],
  ])("is a conflict if the document's %s has changed", async (_, seen, code) => {
    const { ports, document } = await arrangeAt(4);
    const input = { actor: reviewer, uuid: document.uuid, reason: "not-needed", seen } as const;
    const refused = deleteStagedDocument(ports, input);
    await expect(refused).rejects.toMatchObject({ code });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
  });
});

describe("who may delete", () => {
  const outcomes: readonly (readonly [Scope, 1 | 2, string])[] = [
    ["documents:write", 1, "6"],
    ["documents:review", 1, "missing-scope"],
    ["documents:process", 1, "missing-scope"],
    ["documents:write", 2, "8"],
    ["documents:review", 2, "8"],
    ["documents:process", 2, "8"],
    ["documents:read", 2, "missing-scope"],
    ["configuration:write", 2, "missing-scope"],
  ];

  test.each(outcomes)("%s at status %i: %s", async (scope, status, outcome) => {
    const { remove } = await arrangeAt(status);
    const done = await remove([scope]).then(
      (document) => String(document.status),
      (error) => error.code,
    );
    expect(done).toBe(outcome);
  });

  test("a key that can never delete is rejected before anything is loaded", async () => {
    const { ports, remove } = await arrangeAt(2);
    ports.documents.setAvailable(false);
    await expect(remove(["documents:read"])).rejects.toMatchObject({ code: "missing-scope" });
  });
});
