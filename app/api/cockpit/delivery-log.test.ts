import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { createdStagedDocument } from "@/lib/http/documents/external-api-schemas";
import { cockpitNotificationPage } from "@/lib/http/notifications/cockpit-schemas";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay/relay-status-changes";
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
      ...{ uuid: uuids[index], name, assetIdentifier: asset, status: 1 },
    }));
    expect(items).toMatchObject([{ itemCount: 4, documents: named, documentCount: 4 }]);
  });

  test("shows no documents for a test notification", async () => {
    await api.call("POST", "/api/cockpit/webhook/tests", { key: null, headers, body: {} });
    expect((await list()).items).toMatchObject([{ isTest: true, documents: [], documentCount: 0 }]);
  });

  test("can be searched by words in a document's name, by uuid, and by the identifier or name of its asset", async () => {
    const asset = `HOF-${randomUUID()}`;
    const site = `Lindenhof ${randomUUID()}`;
    const { status } = await api.call("POST", "/api/cockpit/assets", {
      ...{ key: null, headers, body: { identifier: asset, name: site, description: "" } },
    });
    expect(status).toBe(201);
    const told = await tellOf(asset, "Mietvertrag Müller.pdf");
    const other = await tellOf(`OTHER-${randomUUID()}`, "Rechnung.pdf");
    for (const q of ["mueller", "Mietv", told.uuids[0] ?? "", asset, asset.slice(2, 30), site]) {
      expect(await idsFound(q), q).toEqual([told.id]);
    }
    expect(await idsFound("rechnung")).toEqual([other.id]);
    expect(await idsFound("pdf")).toEqual([other.id, told.id]);
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

  test("can be searched within one state and continued with a cursor", async () => {
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

  test("rejects a search combined with a document filter, and a search text that is too long", async () => {
    for (const query of [{ q: "a", documentUuid: randomUUID() }, { q: "a".repeat(201) }]) {
      const { body } = await read(query);
      expect(cockpitProblem.parse(body).errors).toMatchObject([{ pointer: "#/q" }]);
    }
  });
});
