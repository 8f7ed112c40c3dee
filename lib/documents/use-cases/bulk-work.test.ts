import { describe, expect, test } from "vitest";
import { DomainError } from "@/lib/kernel/rules/errors";
import { NO_DOCUMENT_LIST_FILTER } from "../list-ports";
import type { BulkOrder } from "../rules/bulk-work";
import type { Status } from "../rules/status";
import { makeDocumentAt } from "../testing/document-at-status.fixture";
import { createInMemoryDocumentLists } from "../testing/in-memory-document-lists";
import { makeDocumentPorts } from "../testing/in-memory-document-ports";
import {
  addToBulkWork,
  cancelBulkWork,
  createBulkWork,
  dismissBulkWork,
  getBulkWork,
  previewBulkWork,
  resumeBulkWork,
  runBulkBatch,
  startBulkWork,
} from "./bulk-work";

const person = { kind: "reviewer", id: "r", sessionId: "s", requestId: "c" } as const;
const DELETE = { action: "delete", reason: "other", note: "Scanned twice" } as const;
const IN_ORDER = { by: "name", isDescending: false } as const;

/** For documents that change without unexpected errors. */
function rethrow(_uuid: string, error: unknown): never {
  throw error;
}

async function arrange(...statuses: readonly Status[]) {
  const documentPorts = makeDocumentPorts();
  const documentLists = createInMemoryDocumentLists(documentPorts.documents);
  const ports = { ...documentPorts, documentLists };
  const uuids: string[] = [];
  for (const status of statuses) uuids.push((await makeDocumentAt(ports, status)).uuid);
  const id = await createBulkWork(ports, person);
  const own = { person, id };
  await addToBulkWork(ports, { ...own, selection: uuids });
  const start = (order: BulkOrder) => startBulkWork(ports, { ...own, order });
  const runToEnd = async (generation = 1) => {
    const handled: number[] = [];
    for (let count: number | null = 0; count !== null; ) {
      count = await runBulkBatch(ports, { id, generation }, rethrow);
      if (count !== null) handled.push(count);
    }
    return handled;
  };
  const statusesNow = async () =>
    (await Promise.all(uuids.map((uuid) => ports.documents.find(uuid)))).map((now) => now?.status);
  return { ports, own, uuids, start, runToEnd, statusesNow };
}

describe("selecting", () => {
  test("a list is added page by page, each document once", async () => {
    const { ports, own } = await arrange(4, 4, 5);
    const filter = { ...NO_DOCUMENT_LIST_FILTER, statuses: [4] as const };
    const add = (after: Parameters<typeof addToBulkWork>[1]["selection"]) =>
      addToBulkWork(ports, { ...own, selection: after });
    const page = { filter, order: IN_ORDER, limit: 1 };
    const first = await add({ ...page, after: null });
    expect(first).toMatchObject({ count: 3, nextAfter: expect.anything() });
    expect(await add({ ...page, after: first.nextAfter })).toEqual({ count: 3, nextAfter: null });
  });

  test("more than 10,000 documents are refused, and cannot be started", async () => {
    const { ports, own, start } = await arrange(4);
    const bulkWorks = { ...ports.bulkWorks, add: async () => 10_001 };
    const tooMany = { code: "too-many-documents" };
    await expect(
      addToBulkWork({ ...ports, bulkWorks }, { ...own, selection: [] }),
    ).rejects.toMatchObject(tooMany);
    const find: typeof bulkWorks.find = async (name) => {
      const work = await ports.bulkWorks.find(name);
      return work && { ...work, results: [{ result: null, reason: null, count: 10_001 }] };
    };
    const full = { ...ports, bulkWorks: { ...bulkWorks, find } };
    await expect(startBulkWork(full, { ...own, order: DELETE })).rejects.toMatchObject(tooMany);
    await start(DELETE);
    expect(ports.bulkStarts.started).toHaveLength(1);
  });

  test("a list with more than 10,000 documents is refused before any of them is added", async () => {
    const { ports, own } = await arrange(4);
    await makeDocumentAt(ports, 4);
    const selection = { filter: NO_DOCUMENT_LIST_FILTER, order: IN_ORDER, limit: 9, after: null };
    const counting = (count: number | null, isMore: boolean) => {
      const documentLists = { ...ports.documentLists, count: async () => ({ count, isMore }) };
      return addToBulkWork({ ...ports, documentLists }, { ...own, selection });
    };
    await expect(counting(10_000, true)).rejects.toMatchObject({ code: "too-many-documents" });
    expect((await getBulkWork(ports, own)).results).toMatchObject([{ count: 1 }]);
    expect(await counting(10_000, false)).toMatchObject({ count: 2 });
    expect(await counting(null, true)).toMatchObject({ count: 2 });
  });

  test("work that nobody started within a day is not found", async () => {
    const { ports, own, start } = await arrange(4);
    ports.clock.advanceSeconds(24 * 3_600 - 1);
    await getBulkWork(ports, own);
    ports.clock.advanceSeconds(1);
    await expect(start(DELETE)).rejects.toMatchObject({ code: "bulk-work-not-found" });
    expect(ports.bulkStarts.started).toEqual([]);
  });

  test("nobody else's work is found, and documents cannot be added to started work", async () => {
    const { ports, own, start } = await arrange(4);
    const other = { ...own, person: { ...person, id: "other" } };
    const missing = { code: "bulk-work-not-found" };
    for (const call of [getBulkWork, cancelBulkWork, dismissBulkWork]) {
      await expect(call(ports, other)).rejects.toMatchObject(missing);
    }
    await expect(previewBulkWork(ports, { ...other, action: "delete" })).rejects.toMatchObject(
      missing,
    );
    await expect(getBulkWork(ports, { person, id: "not-a-uuid" })).rejects.toMatchObject(missing);
    await start(DELETE);
    await expect(addToBulkWork(ports, { ...own, selection: [] })).rejects.toMatchObject({
      code: "bulk-work-started",
    });
  });

  test("a preview says what would happen and what is left out", async () => {
    const { ports, own } = await arrange(4, 3, 5);
    expect(await previewBulkWork(ports, { ...own, action: "delete" })).toMatchObject({
      possible: 2,
      leftOut: [{ reason: "final", count: 1 }],
    });
  });
});

describe("starting", () => {
  test("is audited once, and repeating it changes nothing", async () => {
    const { ports, own, start } = await arrange(4);
    expect(await start(DELETE)).toMatchObject({ work: { state: "running", action: "delete" } });
    await start({ action: "process-again" });
    expect(await getBulkWork(ports, own)).toMatchObject({ action: "delete" });
    expect(ports.bulkWorks.notes).toMatchObject([{ action: "bulk-work-started" }]);
    expect(ports.bulkStarts.started).toEqual([{ id: own.id, generation: 1 }]);
  });

  test("without the engine, the work is saved and starts later", async () => {
    const { ports, start } = await arrange(4);
    const down = new DomainError("engine-unavailable", "The engine is down.");
    ports.bulkStarts.fail(down);
    expect(await start(DELETE)).toMatchObject({ work: { state: "running" }, startFailure: down });
    ports.bulkStarts.fail(null);
    ports.clock.advanceSeconds(119);
    expect(await resumeBulkWork(ports)).toBe(0);
    ports.clock.advanceSeconds(1);
    expect(await resumeBulkWork(ports)).toBe(1);
    expect(ports.bulkStarts.started).toMatchObject([{ generation: 2 }]);
  });
});

describe("the work", () => {
  test("changes documents like single actions, and gives every document a result", async () => {
    const { ports, own, uuids, start, runToEnd, statusesNow } = await arrange(2, 4, 5, 6);
    await start(DELETE);
    expect(await runToEnd()).toEqual([4]);
    expect(await statusesNow()).toEqual([8, 8, 5, 6]);
    const work = await getBulkWork(ports, own);
    expect(work).toMatchObject({ state: "ended", ending: "finished" });
    expect(work.results).toEqual([
      { result: "done", reason: null, count: 2 },
      { result: "left-out", reason: "final", count: 2 },
    ]);
    const deleted = await ports.documents.find(uuids[0] ?? "");
    expect(deleted?.deletion).toEqual({ reason: "other", note: "Scanned twice" });
    const row = ports.documents.history.rows.findLast(({ uuid }) => uuid === uuids[0]);
    expect(row).toMatchObject({ requestId: own.id, change: { actor: "reviewer:r" } });
  });

  test.each([
    [{ action: "approve", documentClass: null }, [5, 5, 5]],
    [{ action: "process-again" }, [3, 3, 5]],
    [{ action: "move", assetIdentifier: "BLD-9" }, [4, 4, 5]],
  ] as const)("does %o", async (order, expected) => {
    const { ports, uuids, start, runToEnd, statusesNow } = await arrange(4, 4, 5);
    await start(order);
    await runToEnd();
    expect(await statusesNow()).toEqual(expected);
    const asset = (await ports.documents.find(uuids[2] ?? ""))?.assetIdentifier;
    expect(asset).toBe(order.action === "move" ? "BLD-9" : "BLD-0001");
  });

  test("handles 100 documents in a batch", async () => {
    const { start, runToEnd } = await arrange(...Array.from({ length: 101 }, () => 4 as const));
    await start(DELETE);
    expect(await runToEnd()).toEqual([100, 1]);
  });

  test("stops before the next batch if the session is over or the work is cancelled", async () => {
    const { ports, own, start, runToEnd, statusesNow } = await arrange(4);
    await start(DELETE);
    ports.bulkWorks.endSessions("session-ended");
    expect(await runToEnd()).toEqual([]);
    expect(await statusesNow()).toEqual([4]);
    expect(await getBulkWork(ports, own)).toMatchObject({ ending: "session-ended" });
    const other = await arrange(4);
    await other.start(DELETE);
    expect(await cancelBulkWork(other.ports, other.own)).toMatchObject({ ending: "cancelled" });
    expect(await other.runToEnd()).toEqual([]);
  });

  test("changes no document twice after a crash before the results were saved", async () => {
    const { ports, own, uuids, start, runToEnd } = await arrange(4, 4);
    await start({ action: "move", assetIdentifier: "BLD-9" });
    const crash = () => Promise.reject(new Error("killed"));
    const dying = { ...ports, bulkWorks: { ...ports.bulkWorks, record: crash } };
    await expect(runBulkBatch(dying, { id: own.id, generation: 1 }, rethrow)).rejects.toThrow(
      "killed",
    );
    const [first = ""] = uuids;
    const back = { uuid: first, from: "BLD-9", to: "BLD-0001", actor: "x", at: new Date() };
    await ports.documents.moveToAsset(back);
    await runToEnd();
    expect((await ports.documents.find(first))?.assetIdentifier).toBe("BLD-0001");
    const { results } = await getBulkWork(ports, own);
    expect(results).toEqual([{ result: "done", reason: null, count: 2 }]);
  });
});

describe("errors during the work", () => {
  test("an error that nobody expects fails its document only, and is reported", async () => {
    const { ports, own, uuids, start, statusesNow } = await arrange(4, 4);
    await start(DELETE);
    const [broken] = uuids;
    const compareAndSetStatus: typeof ports.documents.compareAndSetStatus = async (change) => {
      if (change.uuid === broken) throw new TypeError("broken");
      return ports.documents.compareAndSetStatus(change);
    };
    const documents = { ...ports.documents, compareAndSetStatus };
    const reported: unknown[] = [];
    const run = { id: own.id, generation: 1 };
    await runBulkBatch({ ...ports, documents }, run, (uuid) => reported.push(uuid));
    expect(reported).toEqual([broken]);
    expect(await statusesNow()).toEqual([4, 8]);
    expect((await getBulkWork(ports, own)).results).toEqual([
      { result: "failed", reason: "unexpected-error", count: 1 },
      { result: "done", reason: null, count: 1 },
    ]);
  });

  test("leaves out a document that is processed again at the same moment", async () => {
    const { ports, own, start } = await arrange(4);
    await start(DELETE);
    const changed = new DomainError("results-changed", "It was processed again.");
    const documents = {
      ...ports.documents,
      compareAndSetStatus: () => Promise.reject(changed),
    };
    await runBulkBatch({ ...ports, documents }, { id: own.id, generation: 1 }, rethrow);
    expect((await getBulkWork(ports, own)).results).toEqual([
      { result: "left-out", reason: "results-changed", count: 1 },
    ]);
  });

  test("fails a document that others keep changing, and is retried if the database is unavailable", async () => {
    const { ports, own, start, runToEnd } = await arrange(4);
    await start(DELETE);
    const lose = { ...ports.documents, compareAndSetStatus: async () => null };
    ports.documents.setAvailable(false);
    await expect(runToEnd()).rejects.toMatchObject({ code: "database-unavailable" });
    ports.documents.setAvailable(true);
    await runBulkBatch({ ...ports, documents: lose }, { id: own.id, generation: 1 }, rethrow);
    expect((await getBulkWork(ports, own)).results).toEqual([
      { result: "failed", reason: "too-much-contention", count: 1 },
    ]);
  });
});
