import { describe, expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import { statusFeedPage } from "@/lib/http/documents/external-api-schemas";
import { prepareApi } from "../testing/api.fixture";

const FEED = "/external-api/status-changes";
const DOCUMENTS = "/external-api/staged-documents";
const api = prepareApi();

async function read(query = "") {
  const answer = await api.call("GET", `${FEED}${query}`);
  expect(answer.status).toBe(200);
  return statusFeedPage.parse(answer.body);
}

/** Returns the sequence at the current end of the feed. */
async function endOfFeed() {
  let page = await read("?limit=1000");
  while (page.items.length > 0) page = await read(`?limit=1000&after=${page.nextAfter}`);
  return page.nextAfter;
}

describe("the feed of status changes", () => {
  test("returns each recorded change once and immediately, with the document's URL", async () => {
    const start = await endOfFeed();
    const { uuid } = await api.create();
    await api.call("PUT", `${DOCUMENTS}/${uuid}`, { body: { status: 6 } });
    const page = await read(`?after=${start}`);
    const change = { at: expect.any(String), uuid };
    const url = `http://127.0.0.1:3000${DOCUMENTS}/${uuid}`;
    expect(page).toEqual({
      items: [
        { ...change, url, sequence: start + 1, previousStatus: null, currentStatus: 1 },
        { ...change, url, sequence: start + 2, previousStatus: 1, currentStatus: 6 },
      ],
      nextAfter: start + 2,
    });
    expect(await read(`?after=${start + 2}`)).toEqual({ items: [], nextAfter: start + 2 });
  });

  test("starts at the beginning and continues page by page", async () => {
    for (const name of ["a.pdf", "b.pdf", "c.pdf"]) await api.create(name);
    const end = await endOfFeed();
    const sequences = [];
    let page = await read("?limit=1");
    while (page.items.length > 0) {
      sequences.push(...page.items.map(({ sequence }) => sequence));
      page = await read(`?limit=1&after=${page.nextAfter}`);
    }
    expect(sequences).toEqual(Array.from({ length: end }, (_, index) => index + 1));
  });

  test("locks nothing and writes nothing while there is nothing new", async () => {
    const end = await endOfFeed();
    api.statements();
    await read(`?after=${end}`);
    expect(api.statements().join("\n")).not.toMatch(/advisory|UPDATE status_change|BEGIN/);
  });

  test.each([
    ["after=-1", "after"],
    ["after=x", "after"],
    ["after=1.5", "after"],
    ["after=", "after"],
    ["after=99999999999999999999", "after"],
    ["after=1&after=2", "after"],
    ["limit=0", "limit"],
    ["limit=-1", "limit"],
    ["limit=1001", "limit"],
    ["limit=x", "limit"],
    ["cursor=1", "cursor"],
  ])("returns 422 and names the parameter for %s", async (query, name) => {
    const answer = await api.call("GET", `${FEED}?${query}`);
    const { code, errors } = problem.parse(answer.body);
    expect([answer.status, code]).toEqual([422, "validation-failed"]);
    expect(errors.map(({ pointer }) => pointer)).toEqual([`#/${name}`]);
  });

  test("is empty at its end, and an `after` beyond the end returns 422 with the last sequence", async () => {
    await api.create();
    const end = await endOfFeed();
    expect(await read(`?after=${end}`)).toEqual({ items: [], nextAfter: end });
    const answer = await api.call("GET", `${FEED}?after=${end + 1}`);
    const { code, errors } = problem.parse(answer.body);
    expect([answer.status, code]).toEqual([422, "validation-failed"]);
    expect(errors).toMatchObject([
      { pointer: "#/after", detail: expect.stringContaining(`last sequence is ${end}.`) },
    ]);
  });

  test("requires documents:read", async () => {
    const key = await api.makeKey(["documents:write", "configuration:read"]);
    expect((await api.call("GET", FEED, { key })).status).toBe(403);
    expect((await api.call("GET", FEED, { key: null })).status).toBe(401);
  });

  test.each(["POST", "PUT", "DELETE", "PATCH"] as const)("returns 405 for %s", async (method) => {
    expect((await api.call(method, FEED)).status).toBe(405);
  });
});
