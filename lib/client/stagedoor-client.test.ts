import { describe, expect, test } from "vitest";
import { ApiProblem } from "./call-failure";
import { clientUnderTest } from "./testing/client.fixture";

const BODY = { assetIdentifier: "BLD-0001", name: "a.pdf" };

describe("a call", () => {
  test("sends the key and JSON, and does not follow redirects", async () => {
    const { api, client } = clientUnderTest();
    const { uuid, uploadSignedUrl } = await client.create(BODY);

    expect(uploadSignedUrl).toContain(uuid);
    expect(api.calls[0]?.headers.get("content-type")).toBe("application/json");
    expect(JSON.parse(api.calls[0]?.body ?? "")).toEqual(BODY);
  });

  test("throws the problem from the API without revealing the key or the URL", async () => {
    const { client } = clientUnderTest();
    const problem = await client.create({ ...BODY, name: "" }).catch((error: unknown) => error);

    expect(problem).toBeInstanceOf(ApiProblem);
    expect(problem).toMatchObject({
      status: 422,
      code: "validation-failed",
      detail: "do something else",
      requestId: "r-1",
      errors: [{ pointer: "#/name" }],
      isTransient: false,
      message: "Stagedoor answered 422 validation-failed: do something else",
    });
  });

  test("distinguishes a gateway's response from the API's", async () => {
    const { api, client } = clientUnderTest();
    api.mishap = () => new Response("<h1>Not Found</h1>", { status: 404 });
    const failure = await client.get("uuid-1").catch((error: unknown) => error);

    expect(failure).not.toBeInstanceOf(ApiProblem);
    expect(failure).toMatchObject({
      status: 404,
      message: "Stagedoor answered 404 without a problem document",
    });
  });

  test("fails if a successful response is not JSON", async () => {
    const { api, client } = clientUnderTest();
    api.mishap = () => new Response("<h1>Welcome</h1>");

    await expect(client.get("uuid-1")).rejects.toThrow("does not match its API");
  });

  test("encodes a uuid as a single path segment, even if it contains slashes", async () => {
    const { api, client } = clientUnderTest();
    await client.get("a/../b?c").catch(() => undefined);

    expect(api.log).toEqual(["GET /external-api/staged-documents/a%2F..%2Fb%3Fc"]);
  });
});

describe("lists", () => {
  test("are read page by page, each page only when it is needed", async () => {
    const { api, client } = clientUnderTest();
    for (let n = 0; n < 5; n += 1) await client.create(BODY);
    api.calls.length = 0;
    const seen: string[] = [];
    for await (const { uuid } of client.list({ assetIdentifier: "BLD 1", limit: 2 })) {
      seen.push(uuid);
      if (seen.length === 3) break;
    }

    expect(seen).toEqual(["uuid-1", "uuid-2", "uuid-3"]);
    expect(api.log).toEqual([
      "GET /external-api/staged-documents?assetIdentifier=BLD+1&limit=2",
      "GET /external-api/staged-documents?assetIdentifier=BLD+1&limit=2&cursor=2",
    ]);
  });

  test("end with the last page, and each page can also be read on its own", async () => {
    const { client } = clientUnderTest();
    for (let n = 0; n < 5; n += 1) await client.create(BODY);

    expect(await all(client.list())).toHaveLength(5);
    expect(await client.listPage({ cursor: "4" })).toMatchObject({ nextCursor: null });
    expect(await all(client.history("uuid-1"))).toEqual([
      { previousStatus: null, currentStatus: 1 },
    ]);
  });

  test("the feed is read to the end and can be continued after a sequence", async () => {
    const { api, client } = clientUnderTest();
    for (let n = 0; n < 5; n += 1) await client.create(BODY);
    const sequences = (await all(client.feed({ after: 1 }))).map(({ sequence }) => sequence);

    expect(sequences).toEqual([2, 3, 4, 5]);
    expect(await all(client.feed({ after: 5 }))).toEqual([]);
    expect(api.log.at(-1)).toBe("GET /external-api/status-changes?after=5");
  });

  test("a sequence beyond the end of the feed is rejected immediately, with the last sequence in the message", async () => {
    const { api, client } = clientUnderTest();
    await client.create(BODY);

    await expect(all(client.feed({ after: 2 }))).rejects.toMatchObject({
      code: "validation-failed",
      isTransient: false,
      errors: [{ pointer: "#/after", detail: expect.stringContaining("last sequence is 1") }],
    });
    expect(api.log.filter((line) => line.includes("status-changes"))).toHaveLength(1);
  });
});

test("the webhook URL can be set, read and removed, the secret can be rotated, and the status tables can be read", async () => {
  const { client } = clientUnderTest();
  await client.setWebhook("https://receiver.test/");

  expect(await client.getWebhook()).toEqual({ url: "https://receiver.test/" });
  expect(await client.removeWebhook()).toBeUndefined();
  expect(await client.getWebhook()).toEqual({ url: null });
  expect(await client.rotateWebhookSecret()).toEqual({ secret: "whsec_new" });
  expect(await client.statuses()).toEqual({ statuses: [], moves: [] });
});

test("the content is returned as a URL that needs no key", async () => {
  const { client } = clientUnderTest();
  const { uuid } = await client.create(BODY);

  expect(await client.contentUrl(uuid)).toBe("http://store.test/download");
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
