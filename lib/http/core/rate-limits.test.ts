import { describe, expect, test } from "vitest";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { makeApiContext, storeApiKey } from "../testing/api-context.fixture";
import { URL_OF_CALL } from "../testing/path.fixture";
import { unknownPath, withApi } from "./create-endpoints";
import { endpoint } from "./endpoint";
import { createRateLimits, type RateLimitSettings } from "./rate-limits";
import { problem } from "./schemas";

async function arrange(limits: Partial<RateLimitSettings>, url = URL_OF_CALL) {
  const context = makeApiContext(limits);
  const { authorization } = await storeApiKey(context.ports, ["documents:read"]);
  const { GET } = withApi(() => context, {
    GET: endpoint({ scope: "documents:read", handle: async () => ({ status: 204 }) }),
  });
  const call = (headers: Record<string, string> = { authorization }, peer = "192.0.2.1") =>
    GET(new Request(url, { headers: { ...headers, "x-stagedoor-peer-address": peer } }), {
      params: Promise.resolve({}),
    });
  return { context, call };
}

const statuses = async (calls: readonly Promise<Response>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

describe("calls with the same key", () => {
  test("return 429 with Retry-After above the limit, no matter which address they come from", async () => {
    const { call } = await arrange({ perKeyPerMinute: 2 });
    expect(await statuses([call(), call()])).toEqual([204, 204]);
    const answer = await call(undefined, "192.0.2.2");
    expect(answer.status).toBe(429);
    expect(problem.parse(await answer.json()).code).toBe("rate-limited");
    const seconds = Number(answer.headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test("do not affect other keys", async () => {
    const { context, call } = await arrange({ perKeyPerMinute: 1 });
    const other = await storeApiKey(context.ports, ["documents:read"]);
    expect(await statuses([call(), call()])).toEqual([204, 429]);
    expect((await call({ authorization: other.authorization })).status).toBe(204);
  });
});

describe("calls from the same address", () => {
  test("return 429 above the limit before the key is looked up, even if the key is wrong", async () => {
    const { context, call } = await arrange({ perAddressPerMinute: 2 });
    const wrong = { authorization: `Bearer ${"x".repeat(40)}` };
    expect(await statuses([call(wrong), call({})])).toEqual([401, 401]);
    const lookups = context.ports.apiKeys.lookupCount();
    expect(await statuses([call(), call(wrong)])).toEqual([429, 429]);
    expect(context.ports.apiKeys.lookupCount()).toBe(lookups);
  });

  test("do not affect other addresses", async () => {
    const { call } = await arrange({ perAddressPerMinute: 1 });
    expect(await statuses([call(), call()])).toEqual([204, 429]);
    expect((await call(undefined, "192.0.2.2")).status).toBe(204);
  });
});

test("nothing is counted if there are no limits", async () => {
  const { call } = await arrange({});
  const answers = await statuses(Array.from({ length: 200 }, () => call()));
  expect(new Set(answers)).toEqual(new Set([204]));
});

describe("the rate limit headers of a response", () => {
  const headersOf = ({ headers }: Response) => [
    headers.get("ratelimit-policy"),
    headers.get("ratelimit"),
    headers.get("retry-after"),
  ];

  test("count down to 0, stay at 0 for a rejected call, and start again after a minute", async () => {
    const { context, call } = await arrange({ perKeyPerMinute: 2 });
    const policy = '"key";q=2;w=60';
    expect(headersOf(await call())).toEqual([policy, '"key";r=1;t=60', null]);
    context.ports.clock.advanceSeconds(47.5);
    expect(headersOf(await call())).toEqual([policy, '"key";r=0;t=13', null]);
    expect(headersOf(await call())).toEqual([policy, '"key";r=0;t=13', "13"]);
    context.ports.clock.advanceSeconds(12.5);
    expect(headersOf(await call())).toEqual([policy, '"key";r=1;t=60', null]);
  });

  test("report both limits if both have counted the call, but only the first one if it rejects the call", async () => {
    const { call } = await arrange({ perKeyPerMinute: 5, perAddressPerMinute: 2 });
    const both = ['"address";q=2;w=60, "key";q=5;w=60', '"address";r=1;t=60, "key";r=4;t=60', null];
    expect(headersOf(await call())).toEqual(both);
    await call();
    expect(headersOf(await call())).toEqual(['"address";q=2;w=60', '"address";r=0;t=60', "60"]);
  });

  test("are also present in problem responses, and absent if no limits are set", async () => {
    const limited = await arrange({ perAddressPerMinute: 2 });
    expect(headersOf(await limited.call({}))).toEqual([
      '"address";q=2;w=60',
      '"address";r=1;t=60',
      null,
    ]);
    const { call } = await arrange({});
    expect(headersOf(await call())).toEqual([null, null, null]);
  });
});

describe("the limits per address", () => {
  const ORIGIN = "https://stagedoor.example.com";

  test("count the API and the cockpit separately", async () => {
    const { context, call } = await arrange({ perAddressPerMinute: 1 });
    expect(await statuses([call(), call()])).toEqual([204, 429]);
    const { GET } = unknownPath(() => context);
    const cockpit = new Request(`${ORIGIN}/api/cockpit/things`, {
      headers: { "x-stagedoor-peer-address": "192.0.2.1" },
    });
    expect((await GET(cockpit, { params: Promise.resolve({}) })).status).toBe(404);
    expect((await GET(cockpit, { params: Promise.resolve({}) })).status).toBe(429);
  });

  test("do not apply to sign-in requests, which have separate limits", async () => {
    const { call } = await arrange({ perAddressPerMinute: 1 }, `${ORIGIN}/api/auth/csrf`);
    expect(await statuses([call(), call(), call()])).toEqual([204, 204, 204]);
  });

  test("count calls whose address the proxy did not record for that proxy, at the API and the cockpit", async () => {
    const context = makeApiContext({ perAddressPerMinute: 2, trustedProxyHops: 1 });
    const { GET } = unknownPath(() => context);
    const call = async (forwarded: string, path: string) => {
      const headers = { "x-forwarded-for": forwarded, "x-stagedoor-peer-address": "10.0.0.1" };
      const request = new Request(`${ORIGIN}${path}`, { headers });
      return (await GET(request, { params: Promise.resolve({}) })).status;
    };
    for (const path of ["/external-api/things", "/api/cockpit/things"]) {
      const answers = [call("_a", path), call("_b", path), call("_c", path)];
      expect(await Promise.all(answers)).toEqual([404, 404, 429]);
      expect(await call("192.0.2.1", path)).toBe(404);
    }
  });

  test("count all calls from unknown addresses as one client", async () => {
    const { call } = await arrange({ perAddressPerMinute: 1 });
    expect(await statuses([call({}, ""), call({}, "nonsense")])).toEqual([401, 429]);
  });
});

test("clients with unknown addresses cannot lock each other out of the cockpit", () => {
  const limits = createRateLimits(
    { perKeyPerMinute: 0, perAddressPerMinute: 1 },
    createFixedClock(),
  );
  const counted = (path: string) => limits.countAddress(null, path)?.isExceeded;
  expect([counted("/external-api/x"), counted("/external-api/x")]).toEqual([false, true]);
  expect([counted("/api/cockpit/x"), counted("/api/cockpit/x")]).toEqual([undefined, undefined]);
});
