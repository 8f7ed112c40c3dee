import { describe, expect, test } from "vitest";
import type { Status } from "@/lib/documents/rules/status";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { runBulkBatch } from "@/lib/documents/use-cases/bulk-work";
import {
  addedToBulkWork,
  bulkExceptions,
  bulkPreviewBody,
  bulkWorkState,
  shownBulkWork,
} from "@/lib/http/documents/bulk-schemas";
import { codeOf, prepareCockpitDocuments } from "../../testing/cockpit-documents.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

/** For documents that change without unexpected errors. */
function rethrow(_uuid: string, error: unknown): never {
  throw error;
}

const { api, call } = prepareCockpitDocuments();
const WORK = "/api/cockpit/bulk-work";
const DELETE = { action: "delete", reason: "unreadable" };

/** Creates documents of a new asset, and work without documents. */
async function arrange(...statuses: readonly Status[]) {
  const asset = crypto.randomUUID();
  const uuids: string[] = [];
  for (const status of statuses) {
    uuids.push((await makeDocumentAt(api.container.ports, status, asset)).uuid);
  }
  const created = await call("POST", WORK);
  expect(created.status).toBe(201);
  const { id } = bulkWorkState.parse(created.body);
  const path = `${WORK}/${id}`;
  return {
    asset,
    uuids,
    id,
    path,
    add: (uuids_: unknown) => call("POST", `${path}/documents`, { uuids: uuids_ }),
  };
}

const stateOf = async (path: string) => bulkWorkState.parse((await call("GET", path)).body);
const shownIds = async () =>
  shownBulkWork.parse((await call("GET", WORK)).body).items.map(({ id }) => id);

describe("work on many documents", () => {
  test("freezes what a filter matches, previews it, runs, and reports what was left out until it is dismissed", async () => {
    const { asset, uuids, id, path } = await arrange(4, 2, 5);
    const added = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams({ assetIdentifier: asset, limit: "2" });
      if (cursor) query.set("cursor", cursor);
      const { body } = await call("POST", `${path}/documents?${query}`, { uuids: null });
      const page = addedToBulkWork.parse(body);
      added.push(page.count);
      cursor = page.nextCursor;
    }
    expect(added).toEqual([2, 3]);
    const preview = await call("GET", `${path}/preview?action=delete`);
    expect(bulkPreviewBody.parse(preview.body)).toEqual({
      possible: 2,
      classes: [{ documentClass: null, count: 2 }],
      leftOut: [{ reason: "final", count: 1 }],
    });
    expect(await shownIds()).not.toContain(id);
    expect((await call("POST", `${path}/start`, DELETE)).status).toBe(200);
    expect(await stateOf(path)).toMatchObject({ state: "running", action: "delete", documents: 3 });
    expect(await runBulkBatch(api.container.ports, { id, generation: 1 }, rethrow)).toBe(3);
    expect(await runBulkBatch(api.container.ports, { id, generation: 1 }, rethrow)).toBeNull();
    expect(await stateOf(path)).toMatchObject({
      ending: "finished",
      done: 2,
      leftOut: 1,
      failed: 0,
    });
    const { body } = await call("GET", `${path}/documents`);
    const left = { uuid: uuids[2], name: "report.pdf", result: "left-out", reason: "final" };
    expect(bulkExceptions.parse(body)).toEqual({ items: [left], nextCursor: null });
    expect(await shownIds()).toContain(id);
    await call("PATCH", path, { state: "dismissed" });
    expect(await shownIds()).not.toContain(id);
  });

  test("can be cancelled", async () => {
    const { path, uuids, add, id } = await arrange(4);
    expect(addedToBulkWork.parse((await add(uuids)).body)).toEqual({ count: 1, nextCursor: null });
    await call("POST", `${path}/start`, DELETE);
    const { body } = await call("PATCH", path, { state: "cancelled" });
    expect(bulkWorkState.parse(body)).toMatchObject({ state: "ended", ending: "cancelled" });
    expect(await runBulkBatch(api.container.ports, { id, generation: 1 }, rethrow)).toBeNull();
    const late = await add(uuids);
    expect([late.status, codeOf(late)]).toEqual([409, "bulk-work-started"]);
  });

  test.each([
    { action: "delete" },
    { action: "delete", reason: "other" },
    { action: "approve" },
    { action: "move" },
    { action: "erase" },
    {},
  ])("%o does not start it", async (order) => {
    const { path } = await arrange();
    expect((await call("POST", `${path}/start`, order)).status).toBe(422);
    expect(await stateOf(path)).toMatchObject({ state: "preparing" });
  });

  test("belongs to the person who created it", async () => {
    const { path } = await arrange();
    const { headers } = await signInForTest(api.container);
    const others = await api.call("GET", path, { key: null, headers });
    expect([others.status, codeOf(others)]).toEqual([404, "bulk-work-not-found"]);
  });
});
