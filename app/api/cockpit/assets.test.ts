import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { type AssetTile, assetTile, assetTiles } from "@/lib/http/assets/cockpit-schemas";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { prepareApi } from "../../testing/api.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const ASSETS = "/api/cockpit/assets";
const UNKNOWN_ID = "019cbc00-0000-7000-8000-ffffffffffff";
const api = prepareApi();
let headers: { cookie: string };

type Call = Parameters<typeof api.call>;
const call = (method: Call[0], path: string, body?: unknown) =>
  api.call(method, path, { key: null, headers, body });
const tileOf = async (answer: ReturnType<typeof call>, status = 200) => {
  const { status: answered, body } = await answer;
  expect({ answered, body }).toMatchObject({ answered: status });
  return assetTile.parse(body);
};
const create = (identifier: string, more: object = {}) =>
  tileOf(call("POST", ASSETS, { identifier, name: `Asset ${identifier}`, ...more }), 201);
const list = async (query = "") => {
  const { status, body } = await call("GET", `${ASSETS}?${query}`);
  expect(status).toBe(200);
  return assetTiles.parse(body);
};
const identifiers = async (query: string) =>
  (await list(query)).items.map(({ identifier }) => identifier);
const edit = ({ id }: Pick<AssetTile, "id">, body: unknown) => call("PUT", `${ASSETS}/${id}`, body);
const archive = ({ id }: Pick<AssetTile, "id">, archived: unknown) =>
  call("PUT", `${ASSETS}/${id}/archive`, { archived });

beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});
beforeEach(async () => {
  await api.container.database.pool.query("TRUNCATE asset, staged_document CASCADE");
});

describe("creation", () => {
  test("returns the tile, including documents that existed before the asset", async () => {
    const document = await makeDocumentAt(api.container.ports, 2, "BLD-7");
    const tile = await create("BLD-7", { name: "Lindenhof", description: "Zürich\n8001" });
    expect(tile).toMatchObject({
      identifier: "BLD-7",
      name: "Lindenhof",
      description: "Zürich\n8001",
      archivedAt: null,
      counts: [{ status: 2, count: 1 }],
      newestDocument: { uuid: document.uuid, name: document.name, status: 2 },
      newCount: 1,
    });
    expect((await list()).items).toEqual([tile]);
  });

  test("rejects an identifier that is taken, and reports whether the asset that has it is archived", async () => {
    const tile = await create("BLD-7");
    const again = () => call("POST", ASSETS, { identifier: "BLD-7", name: "Other" });
    expect(await again()).toMatchObject({
      status: 409,
      body: { code: "asset-exists", detail: expect.stringMatching(/^Another asset already has/) },
    });
    await archive(tile, true);
    expect(await again()).toMatchObject({
      status: 409,
      body: { code: "asset-exists", detail: expect.stringMatching(/^An archived asset has/) },
    });
  });

  test.each([
    [{ name: "A" }, "#/identifier"],
    [{ identifier: "", name: "A" }, "#/identifier"],
    [{ identifier: "a\u0000", name: "A" }, "#/identifier"],
    [{ identifier: "a", name: " " }, "#/name"],
    [{ identifier: "a", name: "A\nB" }, "#/name"],
    [{ identifier: "a", name: "A", description: "\u0007" }, "#/description"],
    [{ identifier: "a", name: "A", description: "d".repeat(501) }, "#/description"],
    [{ identifier: "a", name: "A", archivedAt: null }, "#/archivedAt"],
  ])("returns 422 with a pointer for %j and creates nothing", async (body, pointer) => {
    const answer = await call("POST", ASSETS, body);
    expect(answer.status).toBe(422);
    expect(cockpitProblem.parse(answer.body).errors.map((error) => error.pointer)).toEqual([
      pointer,
    ]);
    expect(await list()).toEqual({ items: [], total: 0 });
  });
});

describe("editing and archiving", () => {
  test("an edit changes the name and the description, and can be repeated", async () => {
    const tile = await create("BLD-7", { description: "old" });
    const body = { name: "New", description: "" };
    expect(await tileOf(edit(tile, body))).toEqual({ ...tile, ...body });
    expect(await tileOf(edit({ id: tile.id.toUpperCase() }, body))).toEqual({ ...tile, ...body });
    expect((await list()).items).toEqual([{ ...tile, ...body }]);
  });

  test("archiving hides an asset until it is restored, and both can be repeated", async () => {
    const tile = await create("BLD-7");
    const archived = await tileOf(archive(tile, true));
    expect(archived).toEqual({ ...tile, archivedAt: expect.any(String) });
    expect(await tileOf(archive(tile, true))).toEqual(archived);
    expect(await list()).toEqual({ items: [], total: 0 });
    expect((await list("archived=true")).items).toEqual([archived]);
    for (const _ of ["once", "again"]) expect(await tileOf(archive(tile, false))).toEqual(tile);
    expect((await list()).items).toEqual([tile]);
  });

  test.each([UNKNOWN_ID, "x", "%00"])("a change to the asset %s returns 404", async (id) => {
    const refused = { status: 404, body: { code: "asset-not-found" } };
    expect(await edit({ id }, { name: "A", description: "" })).toMatchObject(refused);
    expect(await archive({ id }, true)).toMatchObject(refused);
  });

  test("invalid input returns 422 and changes nothing", async () => {
    const tile = await create("BLD-7");
    const bodies = [{}, { name: "A" }, { name: "", description: "" }, { ...tile, name: "A" }];
    for (const body of bodies) expect((await edit(tile, body)).status).toBe(422);
    for (const archived of ["true", 1, null]) {
      expect((await archive(tile, archived)).status).toBe(422);
    }
    expect((await list()).items).toEqual([tile]);
  });
});

describe("the tiles", () => {
  beforeEach(async () => {
    const first = await create("A_1", { name: "Zug", folder: "Zürich" });
    const second = await create("B%2");
    await create("C", { name: "Bern", folder: "Zürich/Altstadt" });
    await makeDocumentAt(api.container.ports, 4, second.identifier);
    await makeDocumentAt(api.container.ports, 1, first.identifier);
  });

  test.each([
    ["", ["A_1", "B%2", "C"]],
    ["order=activity", ["A_1", "B%2", "C"]],
    ["order=name", ["B%2", "C", "A_1"]],
    ["order=identifier&limit=2&offset=1", ["B%2", "C"]],
    ["q=%25", ["B%2"]],
    ["q=+bern+", ["C"]],
    ["status=4", ["B%2"]],
    ["new=true&order=identifier", ["A_1", "B%2"]],
    ["new=false&archived=false&order=identifier", ["A_1", "B%2", "C"]],
    ["q=b&status=4&new=true", ["B%2"]],
    ["folder=Z%C3%BCrich", ["A_1", "C"]],
    ["folder=Z%C3%BCrich%2FAltstadt", ["C"]],
    ["folder=Z%C3%BCr", []],
    ["folder=Z%C3%BCrich&q=zug&new=true", ["A_1"]],
    ["folder=Z%C3%BCrich&order=name&limit=1&offset=1", ["A_1"]],
    ["offset=1000000", []],
  ])("?%s", async (query, expected) => {
    expect(await identifiers(query)).toEqual(expected);
  });

  test("include the total number of tiles on each page", async () => {
    expect((await list("limit=1")).total).toBe(3);
    expect((await list("limit=1&offset=7")).total).toBe(3);
    expect((await list("limit=1&status=1")).total).toBe(1);
    expect((await list("limit=1&folder=Z%C3%BCrich")).total).toBe(2);
  });

  test("need one SQL statement in addition to the session check", async () => {
    api.statements();
    await list("new=true&q=a");
    expect(api.statements().filter((text) => text.includes("staged_document"))).toHaveLength(1);
  });

  test.each([
    "limit=0",
    "limit=201",
    "limit=x",
    "limit=",
    "limit=1.5",
    "limit=1&limit=2",
    "offset=-1",
    "offset=1000001",
    "offset=",
    "offset=0x1",
    "order=size",
    "new=yes",
    "folder=",
    "folder=%2FZug",
    "folder=Zug%2F",
    "folder=%00",
    `folder=${"a".repeat(501)}`,
    "archived=1",
    "status=7",
    "q=%00",
    `q=${"a".repeat(201)}`,
    "sort=name",
  ])("return 422 with a pointer for ?%s", async (query) => {
    const answer = await call("GET", `${ASSETS}?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { code: "validation-failed" } });
    const pointers = cockpitProblem.parse(answer.body).errors.map(({ pointer }) => pointer);
    expect(pointers).toEqual([`#/${query.split("=")[0]}`]);
  });
});
