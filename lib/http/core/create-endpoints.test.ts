import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Scope } from "@/lib/kernel/rules/actor";
import { makeApiContext, storeApiKey } from "../testing/api-context.fixture";
import { METHODS, makeFailingPath, makePath, URL_OF_CALL } from "../testing/path.fixture";
import { unknownPath, withApi } from "./create-endpoints";
import { endpoint } from "./endpoint";
import { problem } from "./schemas";

describe("a successful call", () => {
  test("returns the handler's status, body and headers, and is never cached", async () => {
    const headers = { "x-more": "1" };
    const { call } = await makePath(async () => ({ status: 201, body: { a: 1 }, headers }));
    const answer = await call("GET");
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ a: 1 });
    expect(Object.fromEntries(answer.headers)).toEqual({
      "cache-control": "no-store",
      "content-type": "application/json",
      "x-more": "1",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("has no content type if it has no body", async () => {
    const { call } = await makePath(async () => ({ status: 307, headers: { location: "/x" } }));
    const answer = await call("GET");
    expect(answer.headers.has("content-type")).toBe(false);
    expect(await answer.text()).toBe("");
  });

  test("passes ports, parameters, query and actor to its handler", async () => {
    const context = makeApiContext();
    const { authorization } = await storeApiKey(context.ports, ["documents:read"]);
    const { GET } = withApi(() => context, {
      GET: endpoint({
        scope: null,
        handle: async ({ ports, publicUrl, actor, params, query }) => {
          const isSame = ports === context.ports;
          const scopes = actor.kind === "api-key" ? actor.scopes : [];
          return {
            status: 200,
            body: { isSame, publicUrl, params, scopes, limit: query.get("limit") },
          };
        },
      }),
    });
    const request = new Request(URL_OF_CALL, { headers: { authorization } });
    const answer = await GET(request, { params: Promise.resolve({ uuid: "u" }) });
    expect(await answer.json()).toEqual({
      isSame: true,
      publicUrl: context.publicUrl,
      params: { uuid: "u" },
      scopes: ["documents:read"],
      limit: "5",
    });
  });
});

describe("a key restricted to the network of the proxy", () => {
  const arrange = async () => {
    const context = makeApiContext({ trustedProxyHops: 1 });
    const { authorization } = await storeApiKey(context.ports, ["documents:read"], ["10.0.0.0/8"]);
    const { GET } = withApi(() => context, {
      GET: endpoint({
        scope: "documents:read",
        handle: async ({ actor }) => ({ status: 200, body: actor }),
      }),
    });
    return (forwarded: string | null) => {
      const headers = new Headers({ authorization, "x-stagedoor-peer-address": "10.0.0.1" });
      if (forwarded !== null) headers.set("x-forwarded-for", forwarded);
      return GET(new Request(URL_OF_CALL, { headers }), { params: Promise.resolve({}) });
    };
  };

  test.each(["_hidden", "192.0.2.7, unknown", "10.0.0.8,", "10.0.0.8.9", ""])(
    "is refused if the proxy recorded %j, from which the client's address cannot be read",
    async (forwarded) => {
      const answer = await (await arrange())(forwarded);
      expect(answer.status).toBe(403);
      const { code, detail } = problem.parse(await answer.json());
      expect(code).toBe("network-not-allowed");
      expect(detail).toContain("X-Forwarded-For");
    },
  );

  test("is accepted from a client in that network, through the proxy or directly", async () => {
    const call = await arrange();
    for (const forwarded of ["192.0.2.7, 10.0.0.8", null]) {
      expect((await call(forwarded)).status).toBe(200);
    }
  });
});

test("the query is read as the client sent it, even if Next dropped part of it", async () => {
  const context = makeApiContext();
  const { authorization } = await storeApiKey(context.ports, ["documents:read"]);
  const handle = async ({ query }: { query: URLSearchParams }) => ({
    status: 200,
    body: [...query.keys()],
  });
  const { GET } = withApi(() => context, { GET: endpoint({ scope: null, handle }) });
  const requestUrl = "/external-api/things?__proto__=1&limit=5&nxtPx=2";
  const headers = { authorization, "x-stagedoor-path": requestUrl };
  const request = new Request(URL_OF_CALL, { headers });
  const answer = await GET(request, { params: Promise.resolve({}) });
  expect(await answer.json()).toEqual(["__proto__", "limit", "nxtPx"]);
});

test("a call is counted by the path of its route, even if the requested path is different", async () => {
  const context = makeApiContext({ perAddressPerMinute: 10 });
  const routes = unknownPath(() => context);
  const ask = (routed: string, requestUrl: string) =>
    routes.GET(
      new Request(new URL(routed, URL_OF_CALL), { headers: { "x-stagedoor-path": requestUrl } }),
      {
        params: Promise.resolve({}),
      },
    );
  const counted = await ask("/api/nothing", "/API/auth/x");
  expect(counted.headers.get("ratelimit-policy")).toContain('"address"');
  expect(problem.parse(await counted.json()).detail).toContain("/API/auth/x");
  const signIn = await ask("/api/auth/x", "/api/nothing");
  expect(signIn.headers.has("ratelimit-policy")).toBe(false);
});

describe("methods", () => {
  test.each(["POST", "PATCH", "DELETE"] as const)(
    "%s returns a 405 problem that lists the supported methods, even without a key",
    async (method) => {
      const { call } = await makePath();
      const answer = await call(method, {});
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("GET, HEAD, PUT, OPTIONS");
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(problem.parse(await answer.json()).code).toBe("method-not-allowed");
    },
  );

  test("a method that is passed as PATCH is rejected, even if the path supports PATCH", async () => {
    const context = makeApiContext();
    const handle = async () => ({ status: 204 });
    const { PATCH } = withApi(() => context, { PATCH: endpoint({ scope: null, handle }) });
    const headers = { "x-stagedoor-method": "PROPFIND" };
    const request = new Request(URL_OF_CALL, { method: "PATCH", headers });
    const answer = await PATCH(request, { params: Promise.resolve({}) });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("PATCH, OPTIONS");
  });

  test("HEAD returns the same status as GET", async () => {
    const { call } = await makePath();
    expect((await call("HEAD")).status).toBe(200);
    expect((await call("HEAD", {})).status).toBe(401);
  });

  test("HEAD is rejected if the path does not support GET", async () => {
    const context = makeApiContext();
    const handle = async () => ({ status: 204 });
    const { HEAD } = withApi(() => context, { DELETE: endpoint({ scope: null, handle }) });
    const request = new Request(URL_OF_CALL, { method: "HEAD" });
    const answer = await HEAD(request, { params: Promise.resolve({}) });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("DELETE, OPTIONS");
  });

  test("OPTIONS lists the supported methods, without a key", async () => {
    const { call } = await makePath();
    const answer = await call("OPTIONS", {});
    expect(answer.status).toBe(204);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, PUT, OPTIONS");
  });

  test.each(METHODS)("%s to an unknown path returns a 404 problem", async (method) => {
    const context = makeApiContext();
    const routes = unknownPath(() => context);
    const request = new Request(URL_OF_CALL, { method });
    const answer = await routes[method](request, { params: Promise.resolve({}) });
    expect(answer.status).toBe(404);
    expect(problem.parse(await answer.json())).toMatchObject({
      code: "not-found",
      detail: expect.stringContaining("/external-api/things"),
    });
  });
});

describe("authorisation", () => {
  test("a missing key returns 401 with a challenge", async () => {
    const { call } = await makePath();
    const answer = await call("GET", {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="stagedoor"');
    expect(problem.parse(await answer.json()).code).toBe("authentication-required");
  });

  test("an invalid key returns 401 with an error in the challenge", async () => {
    const { call } = await makePath();
    const answer = await call("GET", { authorization: "Bearer nonsense" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(
      'Bearer realm="stagedoor", error="invalid_token"',
    );
  });

  test.each(["sign-in-required", "sign-in-refused"] as const)(
    "%s returns 401 without a challenge, because no HTTP scheme could satisfy the challenge",
    async (code) => {
      const { call } = await makeFailingPath(code);
      const answer = await call("GET");
      expect(answer.status).toBe(401);
      expect(answer.headers.has("www-authenticate")).toBe(false);
    },
  );

  test("a call without the required scope returns 403 and names the scope, before the body is read", async () => {
    const { call } = await makePath();
    const answer = await call("PUT");
    expect(answer.status).toBe(403);
    expect(problem.parse(await answer.json())).toMatchObject({
      code: "missing-scope",
      detail: "This call needs a key with the scope documents:write. Your key has documents:read.",
    });
  });

  test("a key without any scopes returns 403, and the problem says so", async () => {
    const { context, call } = await makePath();
    const none = await storeApiKey(context.ports, []);
    const answer = await call("GET", { authorization: none.authorization });
    expect(problem.parse(await answer.json()).detail).toMatch(/Your key has none\.$/);
  });

  test.each(["documents:read", "configuration:write"] as const)(
    "an endpoint without a required scope accepts a key with %s",
    async (scope: Scope) => {
      const context = makeApiContext();
      const { authorization } = await storeApiKey(context.ports, [scope]);
      const handle = async () => ({ status: 204 });
      const { GET } = withApi(() => context, { GET: endpoint({ scope: null, handle }) });
      const request = new Request(URL_OF_CALL, { headers: { authorization } });
      expect((await GET(request, { params: Promise.resolve({}) })).status).toBe(204);
    },
  );
});

describe("a body that arrives after its headers", () => {
  /** Sends a call whose body is complete only after so many milliseconds. */
  async function callLate(lateMs: number) {
    const context = makeApiContext({ perKeyPerMinute: 1 });
    const { authorization } = await storeApiKey(context.ports, ["documents:write"]);
    const { POST } = withApi(() => context, {
      POST: endpoint({
        scope: "documents:write",
        body: z.strictObject({}),
        handle: async () => ({ status: 201 }),
      }),
    });
    const body = new ReadableStream(
      {
        async pull(controller) {
          await context.timers.pass(lateMs);
          controller.enqueue(new TextEncoder().encode("{}"));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init = {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body,
      duplex: "half",
    };
    const answer = await POST(new Request(URL_OF_CALL, init), { params: Promise.resolve({}) });
    return { status: answer.status, lookups: context.ports.apiKeys.lookupCount() };
  }

  test("causes the key to be read again, past the cache, if it takes more than a second, and is counted once", async () => {
    expect(await callLate(1_001)).toMatchObject({ status: 201, lookups: 2 });
  });

  test("does not cause the key to be read again if it is complete within a second", async () => {
    expect(await callLate(1_000)).toMatchObject({ status: 201, lookups: 1 });
  });
});
