import { describe, expect, test } from "vitest";
import type { Scope } from "@/lib/kernel/rules/scopes";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import { deleteStagedDocument } from "./delete-staged-document";

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
    expect(await remove()).toEqual({ ...document, status: 8, updatedAt: ports.clock.now() });
    expect((await history()).at(-1)).toMatchObject({ currentStatus: 8, reason: "deleted" });
  });

  test("at status 8 is a repeat: it returns the current record and writes nothing", async () => {
    const { document, remove, history } = await arrangeAt(8);
    const before = await history();
    expect(await remove()).toEqual(document);
    expect(await history()).toEqual(before);
  });

  test("with a note at status 8 is a conflict, because the note would be lost", async () => {
    const { ports, document, history } = await arrangeAt(8);
    const before = await history();
    const actor = { kind: "reviewer", id: "p", sessionId: null } as const;
    const again = deleteStagedDocument(ports, { actor, uuid: document.uuid, note: "Too late" });
    await expect(again).rejects.toMatchObject({ code: "invalid-transition" });
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
