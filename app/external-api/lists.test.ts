import { beforeAll, describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { problem } from "@/lib/http/core/schemas";
import { lifecycleTables, stagedDocumentPage } from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";

const DOCUMENTS = "/external-api/staged-documents";
const api = prepareApi();
const uuids: string[] = [];

beforeAll(async () => {
  for (const status of [1, 2, 3, 4, 5, 6, 8] as const) {
    const { uuid } = await makeDocumentAt(api.container.ports, status, `A ${status % 2}`);
    uuids.push(uuid);
  }
});

const list = (query: Record<string, string> = {}) =>
  api.call("GET", `${DOCUMENTS}?${new URLSearchParams(query)}`);

async function page(query: Record<string, string> = {}) {
  const answer = await list(query);
  expect(answer.status).toBe(200);
  return stagedDocumentPage.parse(answer.body);
}

async function refusedPointers(query: string) {
  const answer = await api.call("GET", `${DOCUMENTS}?${query}`);
  expect(answer).toMatchObject({ status: 422, body: { code: "validation-failed" } });
  return problem.parse(answer.body).errors.map(({ pointer }) => pointer);
}

describe("the list", () => {
  test("returns the same records as requests for the individual documents, ordered by time", async () => {
    const { items, nextCursor } = await page();
    const read = await Promise.all(uuids.map((uuid) => api.call("GET", `${DOCUMENTS}/${uuid}`)));
    expect(items.map(({ uuid }) => uuid).toSorted()).toEqual(uuids.toSorted());
    expect(items).toEqual(expect.arrayContaining(read.map(({ body }) => body)));
    expect(nextCursor).toBeNull();
  });

  test("combines its filters", async () => {
    expect((await page({ assetIdentifier: "A 0" })).items).toHaveLength(4);
    expect((await page({ status: "8" })).items).toMatchObject([{ status: 8 }]);
    expect((await page({ assetIdentifier: "A 1", status: "8" })).items).toEqual([]);
    const { items } = await page();
    const last = items.at(-1)?.updatedAt ?? "";
    const since = (await page({ updatedSince: last })).items;
    expect(since.at(-1)).toEqual(items.at(-1));
    expect(since.every(({ updatedAt }) => updatedAt >= last)).toBe(true);
    expect((await page({ updatedSince: "9999-12-31T23:59:59.999999Z" })).items).toEqual([]);
    expect((await page({ updatedSince: "0000-01-01T00:00:00Z" })).items).toHaveLength(7);
  });

  test("finds documents by class, and by words, prefixes and misspelt words of the name", async () => {
    const all = (await page()).items;
    expect((await page({ q: "REPORT" })).items).toEqual(all);
    expect((await page({ q: "rep" })).items).toEqual(all);
    expect((await page({ q: "reprot", status: "4" })).items).toMatchObject([{ status: 4 }]);
    expect((await page({ q: "other" })).items).toEqual([]);
    expect((await page({ documentClass: "lease" })).items).toEqual([]);
    const { nextCursor } = await page({ q: "report", limit: "3" });
    expect((await page({ q: "report", cursor: nextCursor ?? "" })).items).toEqual(all.slice(3));
    expect(await refusedPointers(`q=rep&cursor=${nextCursor}`)).toEqual(["#/cursor"]);
  });

  test.each(["q=", "q=%20-%20", `q=${"a".repeat(201)}`, "documentClass="])(
    "rejects %s and names the invalid parameter",
    async (query) => {
      expect(await refusedPointers(query)).toEqual([`#/${query.split("=")[0]}`]);
    },
  );

  test("returns every document exactly once at every page size", async () => {
    const { items } = await page();
    for (const limit of [1, 2, 3, 6, 7, 1000]) {
      const seen = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = { limit: String(limit), ...(cursor && { cursor }) };
        const next = await page(query);
        expect(next.items.length).toBeLessThanOrEqual(limit);
        seen.push(...next.items);
        cursor = next.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(items);
    }
  });

  test("returns a document a second time, at the end, if it changes during paging", async () => {
    const first = await page({ limit: "3" });
    const changed = first.items[1]?.uuid ?? "";
    await api.container.database.pool.query(
      "UPDATE staged_document SET updated_at = now() WHERE uuid = $1",
      [changed],
    );
    const rest = await page({ cursor: first.nextCursor ?? "" });
    expect(rest.items).toHaveLength(5);
    expect(rest.items.at(-1)?.uuid).toBe(changed);
  });

  test("runs one SQL statement", async () => {
    await page();
    api.statements();
    await page({ status: "1" });
    expect(api.statements()).toEqual([expect.stringContaining("FROM staged_document")]);
  });
});

describe("a list with bad input", () => {
  test.each([
    "limit=0",
    "limit=-1",
    "limit=1001",
    "limit=x",
    "limit=",
    "limit=1.5",
    "limit=1&limit=2",
    "status=0",
    "status=7",
    "status=9",
    "status=x",
    "status=1.0",
    "status=",
    "updatedSince=yesterday",
    "updatedSince=2026-01-01",
    "updatedSince=",
    "updatedSince=2026-01-01T00:00:00%2B01:00",
    "updatedSince=2026-13-01T00:00:00Z",
    "assetIdentifier=",
    "assetIdentifier=%00",
    "sort=name",
    "cursor=",
    "cursor=x",
    "cursor=7",
  ])("returns 422 with a pointer for %s", async (query) => {
    expect(await refusedPointers(query)).toEqual([`#/${query.split("=")[0]}`]);
  });

  test("returns 422 for a cursor with any other set of filters", async () => {
    const { nextCursor } = await page({ limit: "1", assetIdentifier: "A 0" });
    const cursor = `limit=1&cursor=${nextCursor}`;
    expect((await list({ cursor: nextCursor ?? "", assetIdentifier: "A 0" })).status).toBe(200);
    for (const filter of [
      "",
      "assetIdentifier=A+1",
      "assetIdentifier=A+0&status=2",
      "assetIdentifier=A+0&updatedSince=2026-01-01T00:00:00Z",
    ]) {
      expect(await refusedPointers(`${cursor}&${filter}`)).toEqual(["#/cursor"]);
    }
  });

  test("returns 422 for a damaged cursor, and for a cursor from a history", async () => {
    const { nextCursor } = await page({ limit: "1" });
    const damaged = [`${nextCursor}A`, nextCursor?.slice(1), nextCursor?.toLowerCase()];
    for (const cursor of damaged) {
      expect(await refusedPointers(`cursor=${cursor}`)).toEqual(["#/cursor"]);
    }
    const changes = await api.call("GET", `${DOCUMENTS}/${uuids[3]}/status-changes?limit=1`);
    const { nextCursor: ofHistory } = stagedDocumentPage
      .pick({ nextCursor: true })
      .strip()
      .parse(changes.body);
    expect(await refusedPointers(`cursor=${ofHistory}`)).toEqual(["#/cursor"]);
  });
});

test("the lifecycle tables are returned as data", async () => {
  const answer = await api.call("GET", "/external-api/staged-document-statuses");
  const { statuses, moves } = lifecycleTables.parse(answer.body);
  expect(statuses.map(({ status }) => status)).toEqual([1, 2, 3, 4, 5, 6, 8]);
  expect(statuses.find(({ status }) => status === 8)).toMatchObject({
    statusName: "deleted",
    final: true,
  });
  expect(moves).toHaveLength(12);
  expect(moves).toContainEqual({
    previousStatus: 2,
    currentStatus: 3,
    notified: false,
    movers: ["documents:process", "processor"],
    when: "a processor took the document",
  });
});
