import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { put, send } from "./client";
import { presign } from "./signer";
import { ALLOWED_ORIGIN, startTestStore, type TestStore } from "./test-store";

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

const url = () => presign(store.access, { key: "file" });
const preflight = (headers: Readonly<Record<string, string>>) =>
  send(url(), { method: "OPTIONS", headers });

describe("a preflight", () => {
  test("from an allowed origin succeeds without a signature", async () => {
    const { status, headers } = await send(`${store.access.endpoint}/documents/file`, {
      method: "OPTIONS",
      headers: {
        origin: ALLOWED_ORIGIN,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "content-type,content-md5",
      },
    });
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      "access-control-allow-origin": ALLOWED_ORIGIN,
      "access-control-allow-methods": "PUT, GET, HEAD",
      "access-control-allow-headers": "content-type,content-md5",
      "access-control-max-age": "600",
    });
  });

  test.each([
    [
      "from a different origin",
      { origin: "http://evil.example", "access-control-request-method": "PUT" },
    ],
    ["without an origin", { "access-control-request-method": "PUT" }],
    ["without a method", { origin: ALLOWED_ORIGIN }],
    ["for DELETE", { origin: ALLOWED_ORIGIN, "access-control-request-method": "DELETE" }],
  ] as const)("%s returns 403", async (_name, headers) => {
    const reply = await preflight({ ...headers });
    expect(reply).toMatchObject({ status: 403, code: "AccessForbidden" });
    expect(reply.headers["access-control-allow-methods"]).toBeUndefined();
  });

  test("from a different origin does not name an allowed origin", async () => {
    const { headers } = await preflight({
      origin: "http://evil.example",
      "access-control-request-method": "PUT",
    });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("browser code from an allowed origin", () => {
  const origin = { origin: ALLOWED_ORIGIN };

  test("may read the response and its ETag", async () => {
    const { status, headers } = await put(url(), "hello", origin);
    expect(status).toBe(200);
    expect(headers["access-control-allow-origin"]).toBe(ALLOWED_ORIGIN);
    expect(headers["access-control-expose-headers"]).toMatch(/ETag, x-amz-request-id/);
  });

  test("may read part of an object, and the position of that part in the object", async () => {
    await put(url(), "hello", origin);
    const range = {
      "access-control-request-method": "GET",
      "access-control-request-headers": "range",
    };
    expect(await preflight({ ...origin, ...range })).toMatchObject({ status: 204 });
    const { status, headers, body } = await send(
      presign(store.access, { key: "file", method: "GET" }),
      {
        headers: { ...origin, range: "bytes=1-3" },
      },
    );
    expect([status, String(body)]).toEqual([206, "ell"]);
    expect(headers).toMatchObject({
      "content-range": "bytes 1-3/5",
      "access-control-expose-headers": expect.stringMatching(
        /Accept-Ranges, Content-Range, Content-Length/,
      ),
    });
  });

  test("may read an error response, too", async () => {
    const at = new Date(Date.now() - 7_200_000);
    const reply = await put(presign(store.access, { key: "file", at }), "hello", origin);
    expect(reply).toMatchObject({ status: 403, code: "AccessDenied" });
    expect(reply.headers["access-control-allow-origin"]).toBe(ALLOWED_ORIGIN);
  });

  test("is never allowed to send credentials", async () => {
    const { headers } = await put(url(), "hello", origin);
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
  });
});

test("every response varies by Origin, so that no cache serves one origin's response to another", async () => {
  const vary = "Origin, Access-Control-Request-Headers, Access-Control-Request-Method";
  expect((await put(url(), "hello", { origin: ALLOWED_ORIGIN })).headers.vary).toBe(vary);
  expect((await put(url(), "hello")).headers.vary).toBe(vary);
});

test("a different origin gets a response without permission to read it", async () => {
  const { status, headers } = await put(url(), "hello", { origin: "http://evil.example" });
  expect(status).toBe(200);
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});
