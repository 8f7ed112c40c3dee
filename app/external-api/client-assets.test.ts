import { afterAll, beforeAll, expect, test } from "vitest";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import { prepareApi } from "../testing/api.fixture";
import { type RouteServer, serveRoutes } from "../testing/route-server.fixture";

const api = prepareApi();

let server: RouteServer;
let client: StagedoorClient;

beforeAll(async () => {
  server = await serveRoutes();
  client = createStagedoorClient({ url: server.origin, apiKey: api.key });
});

afterAll(() => server?.close());

test("the client creates, changes and archives an asset", async () => {
  const identifier = "CLIENT/1 é";
  const created = await client.putAsset({ identifier, name: "Hof", folder: "Bern" });
  expect(created).toMatchObject({ identifier, name: "Hof", folder: "Bern", archivedAt: null });

  expect(await client.putAsset({ identifier, name: "Lindenhof" })).toMatchObject({
    name: "Lindenhof",
    folder: "Bern",
  });
  const archived = await client.changeAsset({ identifier, archived: true });
  expect(archived.archivedAt).not.toBeNull();
  await expect(client.changeAsset({ identifier: "none", name: "Hof" })).rejects.toMatchObject({
    status: 404,
    code: "asset-not-found",
  });
});

test("the client lists the assets in a folder page by page, without archived assets", async () => {
  for (const identifier of ["LIST-3", "LIST-1", "LIST-2"]) {
    await client.putAsset({ identifier, name: "Hof", folder: "Zürich/Altstadt" });
  }
  await client.changeAsset({ identifier: "LIST-2", archived: true });
  const listed: string[] = [];
  const query = { folder: "Zürich", archived: false, limit: 1 };
  for await (const { identifier } of client.assets(query)) listed.push(identifier);

  expect(listed).toEqual(["LIST-1", "LIST-3"]);
  expect(await client.assetsPage({ folder: "Zürich", limit: 1 })).toMatchObject({
    items: [{ identifier: "LIST-1" }],
    nextCursor: expect.any(String),
  });
});
