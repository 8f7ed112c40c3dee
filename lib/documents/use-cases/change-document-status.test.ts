import { describe, expect, test } from "vitest";
import { anApiKeyActor } from "@/lib/kernel/testing/actor.fixture";
import type { Status } from "../rules/status";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { type InMemoryDocumentPorts, makeDocumentPorts } from "../testing/in-memory-document-ports";
import { changeDocumentStatus } from "./change-document-status";

const actor = anApiKeyActor();
const ALL = { after: null, limit: 100 };

async function arrangeAt(status: Status) {
  const ports = makeDocumentPorts();
  const document = await makeDocumentAt(ports, status);
  ports.clock.advanceSeconds(60);
  const historyLength = await lengthOfHistory(ports, document.uuid);
  return { ports, document, historyLength };
}

const lengthOfHistory = async ({ documents }: InMemoryDocumentPorts, uuid: string) =>
  (await documents.listStatusChanges(uuid, ALL))?.length;

const report = (ports: InMemoryDocumentPorts, uuid: string, status: number) =>
  changeDocumentStatus(ports, { actor, uuid, status });

describe("reporting status 6", () => {
  test("ends a document that is waiting for its upload, with a failure that gives the reason", async () => {
    const { ports, document } = await arrangeAt(1);
    const failed = await report(ports, document.uuid, 6);
    expect(failed).toEqual({
      ...document,
      status: 6,
      updatedAt: ports.clock.now(),
      failure: { code: "upload-reported-failed", message: expect.stringMatching(/try again/) },
    });
    expect(await ports.documents.find(document.uuid)).toEqual(failed);
  });

  test("records the reporter in the history", async () => {
    const { ports, document } = await arrangeAt(1);
    await report(ports, document.uuid, 6);
    expect((await ports.documents.listStatusChanges(document.uuid, ALL))?.at(-1)).toMatchObject({
      previousStatus: 1,
      currentStatus: 6,
      actor: `api-key:${actor.id}`,
      reason: "reported",
      at: ports.clock.now(),
    });
  });

  test("does not need an object store", async () => {
    const { ports, document } = await arrangeAt(1);
    ports.storage.setAvailable(false);
    expect((await report(ports, document.uuid, 6)).status).toBe(6);
  });
});

describe("repeats are harmless", () => {
  const repeats = [
    { reported: 2, at: 2 },
    { reported: 2, at: 3 },
    { reported: 2, at: 4 },
    { reported: 2, at: 5 },
    { reported: 2, at: 8 },
    { reported: 6, at: 6 },
  ] as const;

  test.each(repeats)("reporting $reported at status $at only returns the record", async (row) => {
    const { ports, document, historyLength } = await arrangeAt(row.at);
    ports.storage.setAvailable(false);
    expect(await report(ports, document.uuid, row.reported)).toEqual(document);
    expect(await ports.documents.find(document.uuid)).toEqual(document);
    expect(await lengthOfHistory(ports, document.uuid)).toBe(historyLength);
  });
});

describe("moves that the table does not allow now", () => {
  const refused = [
    { reported: 6, at: 2 },
    { reported: 2, at: 6 },
    { reported: 6, at: 8 },
    { reported: 3, at: 1 },
    { reported: 3, at: 3 },
    { reported: 5, at: 5 },
    { reported: 8, at: 8 },
    { reported: 8, at: 1 },
  ] as const;

  test.each(refused)("$reported at status $at is a conflict and changes nothing", async (row) => {
    const { ports, document, historyLength } = await arrangeAt(row.at);
    await expect(report(ports, document.uuid, row.reported)).rejects.toMatchObject({
      code: "invalid-transition",
    });
    expect(await ports.documents.find(document.uuid)).toEqual(document);
    expect(await lengthOfHistory(ports, document.uuid)).toBe(historyLength);
  });
});

describe("the other moves of the table", () => {
  const moves = [
    { from: 2, to: 3 },
    { from: 2, to: 5 },
    { from: 3, to: 4 },
    { from: 3, to: 5 },
    { from: 4, to: 5 },
    { from: 4, to: 3 },
    { from: 2, to: 8 },
    { from: 3, to: 8 },
    { from: 4, to: 8 },
  ] as const;

  test.each(moves)(
    "status $from to $to keeps the file and does not need an object store",
    async ({ from, to }) => {
      const { ports, document, historyLength } = await arrangeAt(from);
      ports.storage.setAvailable(false);
      const moved = await report(ports, document.uuid, to);
      const processingRun = to === 3 ? 1 : null;
      expect(moved).toEqual({
        ...document,
        processingRun,
        deletion: to === 8 ? { reason: null, note: null } : null,
        status: to,
        updatedAt: ports.clock.now(),
      });
      expect(await lengthOfHistory(ports, document.uuid)).toBe((historyLength ?? 0) + 1);
    },
  );
});

describe("a decision of a person whose first response was lost", () => {
  const person = { kind: "reviewer", id: "p", sessionId: null } as const;

  const decide = async (from: 2 | 4, to: 3 | 5) => {
    const { ports, document } = await arrangeAt(from);
    const given = {
      actor: person,
      uuid: document.uuid,
      status: to,
      seen: { status: from, run: document.processingRun },
    };
    const first = await changeDocumentStatus(ports, given);
    const again = (changes: Partial<Parameters<typeof changeDocumentStatus>[1]> = {}) =>
      changeDocumentStatus(ports, { ...given, ...changes });
    const historyLength = await lengthOfHistory(ports, document.uuid);
    return { ports, first, again, historyLength };
  };

  test.each([
    [4, 5],
    [2, 5],
    [4, 3],
  ] as const)(
    "from %i to %i returns the record when it is repeated, in any role",
    async (from, to) => {
      const { ports, first, again, historyLength } = await decide(from, to);
      const promoted = { ...person, kind: "administrator" } as const;
      expect(await again({ actor: promoted })).toEqual(first);
      expect(await lengthOfHistory(ports, first.uuid)).toBe(historyLength);
    },
  );

  test("is a conflict if somebody else made it, or if it was about other results", async () => {
    const { again } = await decide(4, 5);
    for (const [changes, code] of [
      [{ actor: { ...person, id: "q" } }, "invalid-transition"],
      [{ seen: { status: 2, run: null } }, "invalid-transition"],
      [{ seen: { status: 4, run: 7 } }, "results-changed"],
    ] as const) {
      await expect(again(changes)).rejects.toMatchObject({ code });
    }
  });

  test("to process a document again succeeds although its new results have arrived, but not once it is processed yet again", async () => {
    const { ports, first, again } = await decide(4, 3);
    await report(ports, first.uuid, 4);
    expect(await again()).toMatchObject({ status: 4, processingRun: first.processingRun });
    await report(ports, first.uuid, 3);
    await expect(again()).rejects.toMatchObject({ code: "results-changed" });
  });

  test("to approve is a conflict once the document has been deleted", async () => {
    const { ports, first, again } = await decide(4, 5);
    ports.documents.place({ ...first, status: 8 });
    await expect(again()).rejects.toMatchObject({ code: "invalid-transition" });
  });
});

describe("results", () => {
  const classification = {
    documentClass: "lease",
    score: 1,
    language: null,
    pages: null,
    fields: [],
    processor: "test",
  };
  const failure = { code: "unreadable-pages", message: "Page 2 is empty." };
  const withResults = { actor, classification, failure };

  test("are stored with their move", async () => {
    const { ports, document } = await arrangeAt(3);
    const { uuid } = document;
    const moved = await changeDocumentStatus(ports, { ...withResults, uuid, status: 4 });
    expect(moved).toMatchObject({ status: 4, classification, failure });
  });

  test("explain why an upload failed, in place of the standard sentence", async () => {
    const { ports, document } = await arrangeAt(1);
    const { uuid } = document;
    const failed = await changeDocumentStatus(ports, { actor, failure, uuid, status: 6 });
    expect(failed.failure).toEqual(failure);
  });

  test("are ignored if the report repeats a known outcome", async () => {
    const { ports, document } = await arrangeAt(6);
    const { uuid } = document;
    const input = { actor, failure, uuid, status: 6 };
    expect(await changeDocumentStatus(ports, input)).toEqual(document);
  });
});

describe("reports that are never possible", () => {
  test.each([0, 1, 7, 9, -1, 2.5])("%s is rejected before anything is loaded", async (status) => {
    const { ports, document } = await arrangeAt(1);
    ports.documents.setAvailable(false);
    await expect(report(ports, document.uuid, status)).rejects.toMatchObject({
      code: "status-not-settable",
    });
  });

  test("a report about a document that does not exist is rejected as not found", async () => {
    const { ports } = await arrangeAt(1);
    const unknown = report(ports, "019cbc00-0000-7000-8000-ffffffffffff", 6);
    await expect(unknown).rejects.toMatchObject({ code: "staged-document-not-found" });
  });
});

describe("lost races are decided again", () => {
  test("a report of status 6 that lost to a report of status 2 is a conflict, because the file has arrived", async () => {
    const { ports, document } = await arrangeAt(1);
    const raced = losingTo(ports, async () => makeUploadedElsewhere(ports, document.uuid));
    await expect(report(raced, document.uuid, 6)).rejects.toMatchObject({
      code: "invalid-transition",
    });
    expect((await ports.documents.find(document.uuid))?.status).toBe(2);
  });

  test("a report of status 6 that lost to another report of status 6 returns the record", async () => {
    const { ports, document } = await arrangeAt(1);
    const raced = losingTo(ports, () => report(ports, document.uuid, 6));
    expect((await report(raced, document.uuid, 6)).status).toBe(6);
    expect(await lengthOfHistory(ports, document.uuid)).toBe(2);
  });

  test("after three lost races, the caller is asked to retry", async () => {
    const { ports, document } = await arrangeAt(1);
    const documents = { ...ports.documents, compareAndSetStatus: async () => null };
    await expect(report({ ...ports, documents }, document.uuid, 6)).rejects.toMatchObject({
      code: "too-much-contention",
    });
  });
});

/** Creates ports in which a concurrent call acts just before the first compare-and-set. */
function losingTo(
  ports: InMemoryDocumentPorts,
  somebodyElse: () => Promise<unknown>,
): InMemoryDocumentPorts {
  let isFirst = true;
  return {
    ...ports,
    documents: {
      ...ports.documents,
      compareAndSetStatus: async (change) => {
        if (isFirst) await somebodyElse();
        isFirst = false;
        return ports.documents.compareAndSetStatus(change);
      },
    },
  };
}

async function makeUploadedElsewhere(ports: InMemoryDocumentPorts, uuid: string) {
  const url = await ports.storage.signUpload(`staged/${uuid}`, {
    signedAt: ports.clock.now(),
    expiresInSeconds: 60,
    sizeBytes: null,
  });
  await ports.storage.fetch(url, { method: "PUT", body: "bytes" });
  await report(ports, uuid, 2);
}
