import { describe, expect, test } from "vitest";
import { assetPage, assetRecord } from "@/lib/http/assets/external-api-schemas";
import { problem } from "@/lib/http/core/schemas";
import { prepareApi } from "../testing/api.fixture";

const ASSETS = "/external-api/assets";
const api = prepareApi();

/** Returns a new identifier on each call. */
const fresh = () => `OWN/${crypto.randomUUID()} é`;

async function put(body: object) {
  const answer = await api.call("POST", ASSETS, { body });
  expect(answer).toMatchObject({ status: 200 });
  return assetRecord.parse(answer.body);
}

async function patch(body: object) {
  const answer = await api.call("PATCH", ASSETS, { body });
  expect(answer).toMatchObject({ status: 200 });
  return assetRecord.parse(answer.body);
}

async function list(filters: Record<string, string>) {
  const answer = await api.call("GET", `${ASSETS}?${new URLSearchParams(filters)}`);
  expect(answer).toMatchObject({ status: 200 });
  return assetPage.parse(answer.body);
}

const entries = async (identifier: string) =>
  (
    await api.container.database.pool.query(
      "SELECT actor, action, before, after FROM audit_entry WHERE subject = $1 ORDER BY id",
      [`asset:${identifier}`],
    )
  ).rows;

describe("POST", () => {
  test("creates the asset, and a repeated call changes nothing", async () => {
    const identifier = fresh();
    const created = await put({ identifier, name: "Hof" });
    expect(created).toMatchObject({ identifier, name: "Hof", description: "", folder: null });
    expect(created).toMatchObject({ archivedAt: null, updatedAt: created.createdAt });
    expect(await put({ identifier, name: "Hof" })).toEqual(created);
    expect(await list({ identifier })).toEqual({ items: [created], nextCursor: null });
    expect(await entries(identifier)).toHaveLength(1);
  });

  test("updates an existing asset: omitted properties are kept, and null removes the folder", async () => {
    const identifier = fresh();
    const all = { name: "Hof", description: "Bern", folder: "A/B" };
    const created = await put({ identifier, ...all });
    const renamed = await put({ identifier, name: "Haus" });
    expect(renamed).toEqual({ ...created, name: "Haus", updatedAt: renamed.updatedAt });
    expect(renamed.updatedAt > created.updatedAt).toBe(true);
    expect((await put({ identifier, name: "Haus", folder: null })).folder).toBeNull();
    expect(await entries(identifier)).toMatchObject([
      { action: "asset-created", before: null, after: all },
      { action: "asset-changed", before: all, after: { ...all, name: "Haus" } },
      { action: "asset-changed", after: { ...all, name: "Haus", folder: null } },
    ]);
  });

  test("succeeds for ten concurrent calls with the same identifier, only one of which creates the asset", async () => {
    const identifier = fresh();
    const names = Array.from({ length: 10 }, (_, n) => `Hof ${n}`);
    const answers = await Promise.all(names.map((name) => put({ identifier, name })));
    expect(new Set(answers.map(({ createdAt }) => createdAt)).size).toBe(1);
    const actions = (await entries(identifier)).map(({ action }) => action);
    expect(actions.filter((action) => action === "asset-created")).toHaveLength(1);
  });

  test("creates an asset for documents that already have the identifier, and the cockpit shows it", async () => {
    const identifier = fresh();
    const body = { assetIdentifier: identifier, name: "a.pdf" };
    await api.call("POST", "/external-api/staged-documents", { body });
    await put({ identifier, name: "Hof", folder: "Bern" });
    const viewer = { userId: api.container.ports.ids.uuid(), since: new Date(0) };
    const seen = await api.container.ports.assetOverviews.findByIdentifier(identifier, viewer);
    expect(seen).toMatchObject({ asset: { folder: "Bern" }, newest: { name: "a.pdf" } });
  });

  test.each([
    [{ name: "Hof" }, "#/identifier"],
    [{ identifier: "" }, "#/identifier"],
    [{ name: " " }, "#/name"],
    [{ name: "a\nb" }, "#/name"],
    [{ description: "a".repeat(501) }, "#/description"],
    [{ folder: "" }, "#/folder"],
    [{ folder: "/Bern" }, "#/folder"],
    [{ folder: "Bern//Nord" }, "#/folder"],
    [{ folder: "Bern / Nord" }, "#/folder"],
    [{ folder: "a".repeat(501) }, "#/folder"],
    [{ folder: "Bern\u202e" }, "#/folder"],
    [{ colour: "red" }, "#/colour"],
  ])("rejects %j and names the invalid property", async (wrong, pointer) => {
    const valid = "name" in wrong && !("identifier" in wrong) && pointer === "#/identifier";
    const body = { ...(valid ? {} : { identifier: fresh(), name: "Hof" }), ...wrong };
    const answer = await api.call("POST", ASSETS, { body });
    expect(answer.status).toBe(422);
    expect(problem.parse(answer.body).errors.map((error) => error.pointer)).toEqual([pointer]);
  });
});

describe("PATCH", () => {
  test("changes only the given properties, archives and restores the asset, and can be repeated", async () => {
    const identifier = fresh();
    const created = await put({ identifier, name: "Hof", description: "Bern" });
    const moved = await patch({ identifier, folder: "A" });
    expect(moved).toEqual({ ...created, folder: "A", updatedAt: moved.updatedAt });
    const archived = await patch({ identifier, archived: true, name: "Old" });
    expect(archived).toMatchObject({ name: "Old", archivedAt: expect.any(String) });
    expect(await patch({ identifier, archived: true, name: "Old" })).toEqual(archived);
    expect(await put({ identifier, name: "Old" })).toEqual(archived);
    expect((await patch({ identifier, archived: false })).archivedAt).toBeNull();
    const actions = (await entries(identifier)).map(({ action, actor }) => [
      action,
      actor.split(":")[0],
    ]);
    expect(actions).toEqual(
      ["asset-created", "asset-changed", "asset-changed", "asset-archived", "asset-restored"].map(
        (action) => [action, "api-key"],
      ),
    );
  });

  test("never creates an asset: an unknown identifier returns 404", async () => {
    const identifier = fresh();
    const answer = await api.call("PATCH", ASSETS, { body: { identifier, name: "Hof" } });
    expect(answer).toMatchObject({ status: 404, body: { code: "asset-not-found" } });
    expect((await list({ identifier })).items).toEqual([]);
  });

  test("changes an asset from an earlier version whose identifier would be rejected today", async () => {
    const identifier = "\u200b";
    await api.container.database.pool.query(
      "INSERT INTO asset (id, identifier, name, created_at, updated_at) VALUES ($1, $2, 'Hof', now(), now())",
      [crypto.randomUUID(), identifier],
    );
    expect(await patch({ identifier, name: "Haus" })).toMatchObject({ name: "Haus" });
  });

  test("rejects a body without changes", async () => {
    const answer = await api.call("PATCH", ASSETS, { body: { identifier: "A" } });
    expect(answer).toMatchObject({ status: 422, body: { code: "validation-failed" } });
  });
});

describe("GET", () => {
  test("pages through a folder and its subfolders and returns each asset once, in order", async () => {
    const folder = `List ${crypto.randomUUID()}`;
    const identifiers = ["1", "10", "2", "a", "b"].map((end) => `${folder}-${end}`);
    for (const [n, identifier] of identifiers.toReversed().entries()) {
      await put({ identifier, name: `Hof ${n}`, folder: n % 2 ? folder : `${folder}/Nord` });
    }
    await put({ identifier: fresh(), name: "Beside", folder: `${folder} West` });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ folder, limit: "2", ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ identifier }) => identifier));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(identifiers);
    expect((await list({ folder, name: "HOF 3" })).items).toHaveLength(1);
    expect((await list({ folder, archived: "true" })).items).toEqual([]);
  });

  test.each([
    [{ limit: "0" }, "#/limit"],
    [{ cursor: "nonsense" }, "#/cursor"],
    [{ archived: "yes" }, "#/archived"],
    [{ folder: "" }, "#/folder"],
    [{ name: "" }, "#/name"],
    [{ identifier: "" }, "#/identifier"],
    [{ q: "Hof" }, "#/q"],
  ])("rejects %j and names the invalid parameter", async (filters, pointer) => {
    const answer = await api.call("GET", `${ASSETS}?${new URLSearchParams(filters as never)}`);
    expect(answer.status).toBe(422);
    expect(problem.parse(answer.body).errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  test("rejects a cursor created with different filters", async () => {
    for (const n of [1, 2]) await put({ identifier: fresh(), name: `Pair ${n}` });
    const { nextCursor } = await list({ limit: "1" });
    const filters = new URLSearchParams({ cursor: nextCursor ?? "", name: "Pair" });
    expect((await api.call("GET", `${ASSETS}?${filters}`)).status).toBe(422);
  });
});
