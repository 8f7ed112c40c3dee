import { describe, expect, test } from "vitest";
import { makeFailingPath, makePath } from "../testing/path.fixture";
import { problem } from "./schemas";

describe("errors", () => {
  test("an expected error is returned as a problem with the same requestId in body and header", async () => {
    const { call } = await makeFailingPath("staged-document-not-found");
    const answer = await call("GET");
    const body = problem.parse(await answer.json());
    expect(answer.status).toBe(404);
    expect(body.detail).toBe("Do this next.");
    expect(body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test.each(["database-unavailable", "object-store-unavailable", "too-much-contention"] as const)(
    "%s returns 503 with Retry-After",
    async (code) => {
      const { call } = await makeFailingPath(code);
      const answer = await call("GET");
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    },
  );

  test.each([
    ["an error", new TypeError("pool of postgresql://user:password@db is undefined")],
    ["a text", "password"],
    ["nothing", undefined],
  ])(
    "%s that is thrown unexpectedly returns 500 and does not reveal its message",
    async (_what, thrown) => {
      const { call } = await makePath(async () => {
        throw thrown;
      });
      const answer = await call("GET");
      const text = await answer.text();
      expect(answer.status).toBe(500);
      expect(problem.parse(JSON.parse(text)).code).toBe("internal-error");
      expect(text).not.toMatch(/password|undefined/);
    },
  );

  test("an expected error does not reveal its cause", async () => {
    const { call } = await makeFailingPath("database-unavailable", new Error("password"));
    expect(await (await call("GET")).text()).not.toContain("password");
  });

  test("a key that cannot be checked returns 503, not 401", async () => {
    const { context, call } = await makePath();
    context.ports.apiKeys.setAvailable(false);
    expect((await call("GET")).status).toBe(503);
  });
});

describe("the request log", () => {
  test("has one line for an error, with the response's requestId", async () => {
    const { context, call } = await makeFailingPath("staged-document-not-found");
    const answer = await call("GET");
    expect(context.log.lines()).toMatchObject([
      {
        level: 40,
        requestId: answer.headers.get("x-request-id"),
        method: "GET",
        path: "/external-api/things",
        status: 404,
        code: "staged-document-not-found",
        msg: "Do this next.",
      },
    ]);
  });

  test("has one line at level error for a 5xx, with its actual cause", async () => {
    const { context, call } = await makeFailingPath(
      "database-unavailable",
      new Error("ECONNREFUSED"),
    );
    await call("GET");
    expect(context.log.lines()).toMatchObject([{ level: 50, status: 503 }]);
    expect(context.log.text()).toContain("ECONNREFUSED");
  });

  test("contains the message of an error that was returned as a 500", async () => {
    const { context, call } = await makePath(async () => {
      throw new Error("the real reason");
    });
    await call("GET");
    expect(context.log.lines()).toMatchObject([{ level: 50, status: 500 }]);
    expect(context.log.text()).toContain("the real reason");
  });

  test("has one line for a success, with the response's requestId and the duration", async () => {
    const { context, call } = await makePath();
    const answer = await call("GET");
    const requestId = answer.headers.get("x-request-id");
    expect(context.log.lines()).toMatchObject([
      { level: 30, requestId, method: "GET", path: "/external-api/things", status: 200 },
    ]);
    expect(context.log.lines()[0]?.ms).toEqual(expect.any(Number));
  });

  test("contains the warning of a successful call, which the client does not receive", async () => {
    const warning = new Error("nothing listens");
    const { context, call } = await makePath(async () => ({ status: 200, body: {}, warning }));
    const answer = await call("GET");
    expect(await answer.text()).toBe("{}");
    expect(context.log.lines()).toMatchObject([
      { level: 40, status: 200, err: { message: "nothing listens" } },
    ]);
  });

  test("contains the error that cut off a response only once, and the client notices that the response is truncated", async () => {
    async function* breakingTexts() {
      yield "first";
      throw new Error("the database is gone");
    }
    const { context, call } = await makePath(async () => ({
      status: 200,
      texts: breakingTexts(),
    }));
    const answer = await call("GET");
    await expect(answer.text()).rejects.toThrow();
    const requestId = answer.headers.get("x-request-id");
    expect(context.log.lines()).toMatchObject([
      { level: 30, status: 200 },
      { level: 50, requestId, err: { message: "the database is gone" } },
    ]);
  });

  test("never contains the key, its header or the query string", async () => {
    const { context, key, call } = await makeFailingPath("internal-error");
    await call("GET");
    await call("GET", { authorization: `Bearer ${key}x` });
    await call("PUT");
    const text = context.log.text();
    expect(context.log.lines()).toHaveLength(3);
    expect(text).not.toContain(key);
    expect(text).not.toMatch(/authorization|bearer|limit=5/i);
  });
});
