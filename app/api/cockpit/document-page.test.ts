import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { documentRow } from "@/lib/http/documents/cockpit-schemas";
import { documentPage } from "@/lib/http/documents/document-page-schemas";
import {
  codeOf,
  DOCUMENTS,
  prepareCockpitDocuments,
} from "../../testing/cockpit-documents.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const { api, call, userId } = prepareCockpitDocuments();

const at = async (status: Parameters<typeof makeDocumentAt>[1]) => {
  const { uuid, assetIdentifier } = await makeDocumentAt(api.container.ports, status);
  return { uuid, assetIdentifier, path: `${DOCUMENTS}/${uuid}` };
};
const read = async (path: string) => {
  const { status, body } = await call("GET", path);
  expect(status).toBe(200);
  return documentPage.parse(body);
};
const seen = (status: number, run: number | null = null) => ({ seen: { status, run } });

describe("a document's page", () => {
  test("shows its changes, newest first, with the rule behind each change and the reason if nobody was notified", async () => {
    const { path } = await at(4);
    const { timeline, actions, viewer } = await read(
      path.toUpperCase().replace(/^.*\//, `${DOCUMENTS}/`),
    );
    expect(
      timeline.entries.map((entry) => (entry.kind === "change" ? entry.currentStatus : null)),
    ).toEqual([4, 3, 2, 1]);
    expect(timeline.entries[0]).toMatchObject({
      telling: "no-webhook",
      rule: { isNotified: true },
    });
    expect(timeline.entries[1]).toMatchObject({
      telling: "not-listed",
      rule: { isNotified: false },
    });
    expect(actions.find(({ action }) => action === "approve")?.refusal).toBeNull();
    expect(viewer.role).toBe("administrator");
  });

  test("shows who deleted the document and why", async () => {
    const { path } = await at(4);
    const { document: before } = await read(path);
    expect(before.deletion).toBeNull();
    const given = { reason: "wrong-asset", note: "Wrong building" };
    const answer = await call("POST", `${path}/deletion`, { ...given, ...seen(4, before.run) });
    expect(answer.status).toBe(200);
    expect(documentRow.parse(answer.body).deletion).toEqual(given);
    const { document, timeline } = await read(path);
    const actor = { actor: `administrator:${userId()}`, name: expect.any(String) };
    expect(document.deletion).toEqual({ ...given, at: document.updatedAt, actor });
    expect(timeline.entries[0]).toMatchObject({
      currentStatus: 8,
      reason: "deleted",
      note: "Wrong building",
      deletionReason: "wrong-asset",
      actor,
    });
    const { body } = await api.call(
      "GET",
      `/external-api/staged-documents/${path.split("/").at(-1)}/status-changes`,
      { key: api.key },
    );
    expect(JSON.stringify(body)).not.toContain("Wrong building");
  });

  test("shows a move to another asset at the right point in the timeline", async () => {
    const { path, assetIdentifier } = await at(5);
    expect((await call("PATCH", path, { assetIdentifier: "BLD-9" })).status).toBe(200);
    const { document, timeline } = await read(path);
    expect(document.assetIdentifier).toBe("BLD-9");
    expect(timeline.entries[0]).toMatchObject({
      kind: "event",
      event: "moved",
      assets: { from: assetIdentifier, to: "BLD-9" },
      actor: { actor: `administrator:${userId()}`, name: expect.any(String) },
    });
  });
});

describe("the call that loads the page", () => {
  test("runs as many SQL statements for a long history as for a short one", async () => {
    const { uuid, path } = await at(4);
    const addChanges = (count: number) =>
      api.container.database.pool.query(
        `INSERT INTO status_change (document_uuid, from_status, to_status, actor, reason, at, listed, notify)
         SELECT $1, 3 + n % 2, 4 - n % 2, 'reviewer:' || $2, 'reported', now(), true, false FROM generate_series(1, $3) AS n`,
        [uuid, userId(), count],
      );
    await addChanges(1);
    api.statements();
    await read(path);
    const short = api.statements().length;
    await addChanges(500);
    api.statements();
    const { document, timeline } = await read(path);
    expect(api.statements().length).toBe(short);
    expect(document.report).toMatchObject({ at: expect.any(String), actor: expect.any(Object) });
    expect(timeline.entries).toHaveLength(100);
    expect(timeline.leftOut).toBe(405);
  });

  test("offers a reader no actions, and the reader's attempts are rejected", async () => {
    const reader = await signInForTest(api.container, "reader");
    const { path } = await at(4);
    const asReader = (method: "GET" | "PUT" | "PATCH" | "POST", to: string, body?: unknown) =>
      api.call(method, to, { key: null, body, headers: reader.headers });
    const page = documentPage.parse((await asReader("GET", path)).body);
    expect(page.actions.filter(({ refusal }) => refusal === null)).toEqual([]);
    for (const answer of [
      await asReader("PUT", path, { status: 5, ...seen(4) }),
      await asReader("PATCH", path, { assetIdentifier: "A" }),
      await asReader("POST", `${path}/deletion`, { reason: "duplicate", ...seen(4) }),
    ]) {
      expect(codeOf(answer)).toBe("missing-role");
    }
  });
});

describe("a decision", () => {
  test("approves the version that the reviewer saw", async () => {
    const { path } = await at(4);
    const { document } = await read(path);
    const body = { status: 5, ...seen(4, document.run) };
    expect((await call("PUT", path, body)).status).toBe(200);
    expect((await read(path)).document.status).toBe(5);
  });

  test("is rejected without effect if the document has changed since the reviewer saw it", async () => {
    const { path } = await at(4);
    const { document } = await read(path);
    const accepted = await call("PUT", path, { status: 5, ...seen(2) });
    expect(accepted).toMatchObject({ status: 409, body: { code: "invalid-transition" } });
    const older = await call("PUT", path, { status: 5, ...seen(4, (document.run ?? 0) + 1) });
    expect(older).toMatchObject({ status: 409, body: { code: "results-changed" } });
    expect((await read(path)).document.status).toBe(4);
  });

  test.each([
    { status: 5 },
    { status: 2, ...seen(1) },
    { status: 8, ...seen(4) },
    { status: 5, seen: { status: 4 } },
  ])("returns 422 for the body %j", async (body) => {
    const { path } = await at(4);
    expect((await call("PUT", path, body)).status).toBe(422);
  });

  test("is rejected if it deletes a document that somebody else has deleted, and the first reason is kept", async () => {
    const { path } = await at(4);
    const { document } = await read(path);
    const remove = (note: string) =>
      call("POST", `${path}/deletion`, { reason: "other", note, ...seen(4, document.run) });
    expect((await remove("The first")).status).toBe(200);
    const again = await remove("The second");
    expect(again).toMatchObject({ status: 409, body: { code: "invalid-transition" } });
    expect((await read(path)).timeline.entries[0]).toMatchObject({ note: "The first" });
    expect((await call("DELETE", path)).status).toBe(200);
  });

  test("does not delete a document that has changed since the user saw it", async () => {
    const { path } = await at(4);
    const { document } = await read(path);
    const otherRun = seen(4, (document.run ?? 0) + 1);
    for (const [shown, code] of [
      [seen(2), "invalid-transition"],
      [otherRun, "results-changed"],
    ] as const) {
      const answer = await call("POST", `${path}/deletion`, { reason: "duplicate", ...shown });
      expect(answer).toMatchObject({ status: 409, body: { code } });
    }
    expect((await read(path)).document.status).toBe(4);
  });

  test.each([
    { reason: "wrong" },
    { reason: "other" },
    { reason: "duplicate", note: "" },
    { reason: "duplicate", note: "x".repeat(1_001) },
    { note: "Uploaded twice" },
  ])("is rejected if it deletes a document with %j", async (body) => {
    const { path } = await at(4);
    expect((await call("POST", `${path}/deletion`, { ...body, ...seen(4) })).status).toBe(422);
  });

  test("is rejected if it deletes a document without saying what the user saw", async () => {
    const { path } = await at(4);
    expect((await call("POST", `${path}/deletion`, { reason: "duplicate" })).status).toBe(422);
  });
});
