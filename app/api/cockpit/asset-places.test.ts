import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { assetPlace, assetTile, unassignedPage, visit } from "@/lib/http/assets/cockpit-schemas";
import { cockpitProblem } from "@/lib/http/core/schemas";
import { readingForecast } from "@/lib/http/processing/cockpit-schemas";
import { WAITING_COUNT_MAX } from "@/lib/processing/rules/reading-forecast";
import { prepareApi } from "../../testing/api.fixture";
import { signInForTest } from "../../testing/signed-in.fixture";

const COCKPIT = "/api/cockpit";
const api = prepareApi();
let headers: { cookie: string };

type Call = Parameters<typeof api.call>;
const call = (method: Call[0], path: string, body?: unknown) =>
  api.call(method, `${COCKPIT}/${path}`, { key: null, headers, body });
const read = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
};
const place = async (identifier: string) =>
  assetPlace.parse(await read(call("GET", `assets/place?${new URLSearchParams({ identifier })}`)));
const unassigned = async (query = "") =>
  unassignedPage.parse(await read(call("GET", `unassigned?${query}`)));
const visiting = async (assetIdentifier: string) =>
  visit.parse(await read(call("POST", "visits", { assetIdentifier })));
const document = (identifier: string, status: 1 | 2 = 1) =>
  makeDocumentAt(api.container.ports, status, identifier);

beforeAll(async () => {
  headers = (await signInForTest(api.container)).headers;
});
beforeEach(async () => {
  await api.container.database.pool.query(
    "TRUNCATE asset, asset_visit, staged_document, status_change CASCADE",
  );
});

describe("a place", () => {
  test("shows the tile and the document counts if an asset has the identifier", async () => {
    await document("Größe/№ 7 🏗️", 2);
    const body = { identifier: "Größe/№ 7 🏗️", name: "Hof" };
    const asset = assetTile.parse((await call("POST", "assets", body)).body);
    const { counts, newestDocument } = asset;
    const found = { identifier: "Größe/№ 7 🏗️", asset, counts, newestDocument };
    expect(await place("Größe/№ 7 🏗️")).toEqual(found);
    expect(counts).toEqual([{ status: 2, count: 1 }]);
  });

  test("shows the document counts even if no asset has the identifier", async () => {
    const { uuid, name, createdAt } = await document("B");
    expect(await place("B")).toEqual({
      identifier: "B",
      asset: null,
      counts: [{ status: 1, count: 1 }],
      newestDocument: { uuid, name, status: 1, createdAt: createdAt.toISOString() },
    });
  });

  test("returns 404 if it has neither an asset nor documents", async () => {
    const answer = await call("GET", "assets/place?identifier=nowhere");
    expect(answer.status).toBe(404);
    expect(cockpitProblem.parse(answer.body).code).toBe("asset-not-found");
  });

  test.each(["", "identifier=", "identifier=%00", "identifier=a&identifier=b"])(
    "returns 422 for ?%s",
    async (query) => {
      const answer = await call("GET", `assets/place?${query}`);
      expect(answer.status).toBe(422);
      expect(cockpitProblem.parse(answer.body).errors).toMatchObject([{ pointer: "#/identifier" }]);
    },
  );
});

describe("visits", () => {
  test("return the time after which documents count as new, and mark the current documents as seen", async () => {
    await call("POST", "assets", { identifier: "A", name: "A" });
    await document("A");
    expect(await place("A")).toMatchObject({ asset: { newCount: 1 } });
    const first = await visiting("A");
    expect(await place("A")).toMatchObject({ asset: { newCount: 0 } });
    const second = await visiting("A");
    expect(Date.parse(second.newSince)).toBeGreaterThan(Date.parse(first.newSince));
  });

  test("are separate for each administrator", async () => {
    await visiting("A");
    const other = await signInForTest(api.container);
    const body = { assetIdentifier: "A" };
    const answer = await api.call("POST", `${COCKPIT}/visits`, { ...other, key: null, body });
    expect(answer.body).toEqual({ newSince: other.user.createdAt.toISOString() });
  });

  test.each([{}, { assetIdentifier: "" }, { assetIdentifier: 1 }, { identifier: "A" }])(
    "return 422 for %j",
    async (body) => {
      expect(await call("POST", "visits", body)).toMatchObject({ status: 422 });
    },
  );
});

describe("the Unassigned tray", () => {
  test("lists each identifier with its documents until an asset has that identifier", async () => {
    await document("B");
    await document("B");
    await document("A", 2);
    const { items, nextAfter } = await unassigned();
    expect(items).toMatchObject([
      { identifier: "A", counts: [{ status: 2, count: 1 }], newestDocument: { status: 2 } },
      { identifier: "B", counts: [{ status: 1, count: 2 }] },
    ]);
    expect(nextAfter).toBeNull();
    await call("POST", "assets", { identifier: "A", name: "A" });
    expect((await unassigned()).items).toEqual(items.slice(1));
  });

  test("lists everything exactly once at every page size", async () => {
    for (const identifier of ["D", "a&b=c", "C", "E"]) await document(identifier);
    for (const limit of [1, 2, 3, 4]) {
      const seen: string[] = [];
      for (let after: string | null = ""; after !== null; ) {
        const query = new URLSearchParams({ limit: String(limit), ...(after && { after }) });
        const page = await unassigned(query.toString());
        seen.push(...page.items.map(({ identifier }) => identifier));
        after = page.nextAfter;
      }
      expect(seen).toEqual(["C", "D", "E", "a&b=c"]);
    }
  });

  test("can be searched", async () => {
    for (const identifier of ["BLD-1", "bld%", "C"]) await document(identifier);
    expect((await unassigned("q=bLd")).items).toHaveLength(2);
    expect((await unassigned("q=%25")).items).toMatchObject([{ identifier: "bld%" }]);
  });

  test.each(["limit=0", "limit=201", "after=", "after=%00", "q=%00", "cursor=a"])(
    "returns 422 with a pointer for ?%s",
    async (query) => {
      const answer = await call("GET", `unassigned?${query}`);
      expect(answer.status).toBe(422);
      const pointer = `#/${query.split("=")[0]}`;
      expect(cockpitProblem.parse(answer.body).errors).toMatchObject([{ pointer }]);
    },
  );
});

describe("the forecast of reading", () => {
  const forecast = async (query = "") =>
    readingForecast.parse(await read(call("GET", `processing/forecast${query}`)));
  const addRun = async (identifier: string, state: "waiting" | "taken", secondsAgo: number) => {
    const { uuid } = await document(identifier, 2);
    await api.container.database.pool.query(
      `WITH document AS (UPDATE staged_document SET processing_run = 1 WHERE uuid = $1)
       INSERT INTO processing_run (document_uuid, n, state, created_at, taken_at, taken_by, lease_until, processor)
       SELECT $1, 1, $2, now() - $3 * interval '1 s', taken, 'processor', now() + interval '1 h', 'stagedoor/1'
       FROM (SELECT CASE WHEN $2 = 'taken' THEN now() - $3 * interval '1 s' END AS taken) AS times`,
      [uuid, state, secondsAgo],
    );
  };

  test("counts the waiting documents of an asset, or all, and says how long they will take", async () => {
    await addRun("A", "waiting", 100);
    await addRun("B", "waiting", 60);
    await addRun("A", "waiting", 50);
    expect(await forecast()).toEqual({ waitingCount: 3, isAtLeast: false, secondsLeft: null });
    for (const secondsAgo of [90, 70, 50, 30, 10]) await addRun("C", "taken", secondsAgo);
    const { secondsLeft, ...counted } = await forecast();
    expect(counted).toEqual({ waitingCount: 3, isAtLeast: false });
    expect(secondsLeft).toBeGreaterThanOrEqual(60);
    expect((await forecast("?assetIdentifier=B")).waitingCount).toBe(1);
    expect((await forecast("?assetIdentifier=B")).secondsLeft).toBeLessThan(secondsLeft ?? 0);
    expect(await forecast("?assetIdentifier=C")).toEqual({
      waitingCount: 0,
      isAtLeast: false,
      secondsLeft: null,
    });
  });

  test("counts the waiting documents of an asset exactly while more wait than are counted", async () => {
    // Runs of one document stand for many documents, whose rows would take long to insert.
    const { uuid } = await document("A", 2);
    await api.container.database.pool.query(
      `INSERT INTO processing_run (document_uuid, n, state, created_at)
       SELECT $1, n, 'waiting', now() - interval '1 h' FROM generate_series(1, $2::int) AS n`,
      [uuid, WAITING_COUNT_MAX],
    );
    for (const secondsAgo of [30, 20, 10]) await addRun("B", "waiting", secondsAgo);
    expect(await forecast("?assetIdentifier=B")).toEqual({
      waitingCount: 3,
      isAtLeast: false,
      secondsLeft: null,
    });
    expect(await forecast()).toEqual({
      waitingCount: WAITING_COUNT_MAX,
      isAtLeast: true,
      secondsLeft: null,
    });
  });

  test("rejects an identifier that no document can have", async () => {
    const answer = await call("GET", "processing/forecast?assetIdentifier=");
    expect(answer.status).toBe(422);
  });
});
