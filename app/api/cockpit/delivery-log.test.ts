import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import { cockpitNotificationPage } from "@/lib/http/notifications/cockpit-schemas";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { prepareNotifications } from "../../testing/notifications.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const LOG = "/api/cockpit/notifications";
const under = prepareNotifications();
const { api } = under;
let headers: { cookie: string };

beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});

const read = async (query: Record<string, string>) =>
  api.call("GET", `${LOG}?${new URLSearchParams(query)}`, { key: null, headers });
const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await read(query);
  expect(status).toBe(200);
  return cockpitNotificationPage.parse(body);
};

/**
 * Creates documents with this asset identifier, and one notification about all of them. @returns the uuids in order, and
 * the id of the notification
 */
async function tellOf(assetIdentifier: string, ...names: string[]) {
  const uuids: string[] = [];
  for (const name of names) {
    const { body } = await api.call("POST", "/external-api/staged-documents", {
      body: { assetIdentifier, name },
    });
    uuids.push(createdStagedDocument.parse(body).uuid);
  }
  await relayStatusChanges(under.ports, {
    documentUrl: (uuid) => `${api.container.publicUrl}/${uuid}`,
  });
  const { items } = await list({ limit: "1" });
  return { uuids, id: items[0]?.id ?? "" };
}

const idsFound = async (q: string) => (await list({ q })).items.map(({ id }) => id);

describe("the delivery log", () => {
  test("shows the documents in a notification with their assets and statuses, but only the first three", async () => {
    const asset = `BLD-${randomUUID()}`;
    const { uuids } = await tellOf(asset, "a.pdf", "b.pdf", "c.pdf", "d.pdf");
    const { items } = await list();
    const named = ["a.pdf", "b.pdf", "c.pdf"].map((name, index) => ({
      uuid: uuids[index],
      name,
      assetIdentifier: asset,
      status: 1,
    }));
    expect(items).toMatchObject([{ itemCount: 4, documents: named, documentCount: 4 }]);
  });

  test("shows no documents for a test notification", async () => {
    await api.call("POST", "/api/cockpit/webhook/tests", { key: null, headers, body: {} });
    expect((await list()).items).toMatchObject([{ isTest: true, documents: [], documentCount: 0 }]);
  });
});

describe("a search of the delivery log", () => {
  test("finds words in a document's name, by uuid, and by the identifier or name of its asset", async () => {
    const asset = `HOF-${randomUUID()}`;
    const site = `Lindenhof ${randomUUID()}`;
    const { status } = await api.call("POST", "/api/cockpit/assets", {
      key: null,
      headers,
      body: { identifier: asset, name: site, description: "" },
    });
    expect(status).toBe(201);
    const notification = await tellOf(asset, "Mietvertrag Müller.pdf");
    const other = await tellOf(`OTHER-${randomUUID()}`, "Rechnung.pdf");
    for (const q of [
      "mueller",
      "Mietv",
      notification.uuids[0] ?? "",
      asset,
      asset.slice(2, 30),
      site,
    ]) {
      expect(await idsFound(q), q).toEqual([notification.id]);
    }
    expect(await idsFound("rechnung")).toEqual([other.id]);
    expect(await idsFound("pdf")).toEqual([other.id, notification.id]);
    expect(await idsFound("no such words")).toEqual([]);
    expect(await idsFound("%")).toEqual([]);
  });

  test("finds documents by an identifier that no asset has", async () => {
    const identifier = `UNASSIGNED ${randomUUID()}`;
    const { id } = await tellOf(identifier, "a.pdf");
    expect(await idsFound(identifier)).toEqual([id]);
  });

  test("lists the matching document first, even if it is the last one in the notification", async () => {
    const names = ["a.pdf", "b.pdf", "c.pdf", "zz wanted.pdf"];
    const { uuids } = await tellOf(`BLD-${randomUUID()}`, ...names);
    const [entry] = (await list({ q: "wanted" })).items;
    expect(entry?.documents.map(({ uuid }) => uuid)).toEqual([uuids[3], uuids[0], uuids[1]]);
  });

  test("is limited to one state and continued with a cursor", async () => {
    const asset = `BLD-${randomUUID()}`;
    const first = await tellOf(asset, "a.pdf");
    await under.attempt(first.id);
    const second = await tellOf(asset, "b.pdf");
    const third = await tellOf(asset, "c.pdf");
    expect((await list({ q: asset, state: "delivered" })).items).toMatchObject([{ id: first.id }]);
    const page = await list({ q: asset, state: "pending", limit: "1" });
    expect(page.items).toMatchObject([{ id: third.id }]);
    const cursor = page.nextCursor ?? "";
    const next = await list({ q: asset, state: "pending", limit: "1", cursor });
    expect(next.items).toMatchObject([{ id: second.id }]);
    const elsewhere = await read({ q: "other", state: "pending", limit: "1", cursor });
    expect(cockpitProblem.parse(elsewhere.body).errors).toMatchObject([{ pointer: "#/cursor" }]);
  });
});

describe("the order and the limits of a search", () => {
  test("lists exact names first, then their beginnings, parts and values, page by page", async () => {
    const stem = `w${randomUUID().replaceAll("-", "")}`;
    const word = `${stem}.pdf`;
    const exact = await tellOf("A", word);
    const beginning = await tellOf("A", `${word}.zip`);
    const part = await tellOf("A", `the ${word}`);
    const value = await tellOf("A", "value.pdf");
    const content = await tellOf("A", "content.pdf");
    const newer = await tellOf("A", `the second ${word}`);
    const { pool } = api.container.database;
    await pool.query(
      `UPDATE document_search SET "values" = array_to_tsvector(ARRAY[$2, 'pdf']) WHERE document_uuid = $1`,
      [value.uuids[0], stem],
    );
    await pool.query(
      "UPDATE document_search SET content = array_to_tsvector(ARRAY[$2, 'pdf']) WHERE document_uuid = $1",
      [content.uuids[0], stem],
    );
    const expected = [exact, beginning, newer, part, value, content].map(({ id }) => id);
    const { items, isCut } = await list({ q: word.toUpperCase() });
    expect(items.map(({ id }) => id)).toEqual(expected);
    expect(isCut).toBe(false);
    const paged: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await list({ q: word, limit: "1", ...(cursor ? { cursor } : {}) });
      paged.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(expected);
  });

  test("says that more documents match than a search considers, even if none of them is in a notification", async () => {
    const word = `many${randomUUID().replaceAll("-", "")}`;
    const fill = (count: number) =>
      api.container.database.pool.query(
        `INSERT INTO staged_document (uuid, asset_identifier, name, status, upload_expires_at, created_at, updated_at)
         SELECT gen_random_uuid(), 'MANY', $1, 1, now(), now(), now() FROM generate_series(1, $2::int)`,
        [word, count],
      );
    await fill(1_000);
    expect(await list({ q: word })).toMatchObject({ items: [], isCut: false });
    await fill(1);
    expect(await list({ q: word })).toMatchObject({ items: [], isCut: true });
    expect(await list()).toMatchObject({ isCut: false });
  });

  test("rejects a search combined with a document filter, and a search text that is too long", async () => {
    for (const query of [{ q: "a", documentUuid: randomUUID() }, { q: "a".repeat(201) }]) {
      const { body } = await read(query);
      expect(cockpitProblem.parse(body).errors).toMatchObject([{ pointer: "#/q" }]);
    }
  });
});
