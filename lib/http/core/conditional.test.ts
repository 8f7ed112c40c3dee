import { describe, expect, test } from "vitest";
import { makeApiContext, storeApiKey } from "../testing/api-context.fixture";
import { URL_OF_CALL } from "../testing/path.fixture";
import { conditional } from "./conditional";
import { withApi } from "./create-endpoints";
import { endpoint } from "./endpoint";

async function arrange() {
  const context = makeApiContext();
  const { authorization } = await storeApiKey(context.ports, []);
  let body: unknown = { status: 1 };
  const { GET } = withApi(() => context, {
    GET: conditional(endpoint({ scope: null, handle: async () => ({ status: 200, body }) })),
  });
  const get = (ifNoneMatch?: string) =>
    GET(
      new Request(URL_OF_CALL, {
        headers: { authorization, ...(ifNoneMatch ? { "if-none-match": ifNoneMatch } : {}) },
      }),
      { params: Promise.resolve({}) },
    );
  const change = (changed: unknown) => {
    body = changed;
  };
  return { get, change, etag: (await get()).headers.get("etag") ?? "" };
}

describe("the ETag", () => {
  test("is strong, stays the same for the same body, and changes with the body", async () => {
    const { get, change, etag } = await arrange();
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect((await get()).headers.get("etag")).toBe(etag);
    change({ status: 2 });
    expect((await get()).headers.get("etag")).not.toBe(etag);
  });

  test("lets only the client cache the response, which must be revalidated each time", async () => {
    const { get } = await arrange();
    expect((await get()).headers.get("cache-control")).toBe("private, no-cache");
  });
});

describe("If-None-Match", () => {
  test.each([
    (etag: string) => etag,
    (etag: string) => `"other", ${etag}`,
    (etag: string) => `W/${etag}`,
    () => "*",
  ])("returns 304 without a body for the current ETag (%#)", async (write) => {
    const { get, etag } = await arrange();
    const answer = await get(write(etag));
    expect(answer.status).toBe(304);
    expect(await answer.text()).toBe("");
    expect(answer.headers.get("etag")).toBe(etag);
    expect(answer.headers.has("content-type")).toBe(false);
  });

  test.each(['"other"', "nonsense", 'W/"other"'])("returns 200 for %s", async (ifNoneMatch) => {
    const { get } = await arrange();
    expect((await get(ifNoneMatch)).status).toBe(200);
  });

  test("returns 200 with the new body for the previous ETag", async () => {
    const { get, change, etag } = await arrange();
    change({ status: 2 });
    const answer = await get(etag);
    expect(await answer.json()).toEqual({ status: 2 });
  });
});
