import {
  type Context,
  Inngest,
  NonRetriableError,
  RetryAfterError,
  referenceFunction,
} from "inngest";
import { serve } from "inngest/edge";
import { describe, expect, test } from "vitest";
import { readAnswer } from "./call-answer";
import { callBody, type RunState } from "./call-request";
import { parseServedFunctions } from "./served-function";
import { signRequest } from "./signature";

const KEY = `signkey-prod-${"ab".repeat(32)}`;
const APP_URL = "http://127.0.0.1:3000/api/inngest";
const EVENT = { id: "e", name: "a/b", ts: 1_700_000_000_000, data: { id: 7, é: [1e-7, "😀"] } };
const X_ID = "11f6ad8ec52a2984abaafd7c3b516503785c2072";
const X1_ID = "825b938e1bf063c8ae74c6b0689861a0c2c0ae63";

const makeClient = () =>
  new Inngest({
    id: "app",
    isDev: false,
    signingKey: KEY,
    eventKey: "k",
    logger: silent,
    baseUrl: "http://127.0.0.1:9",
  });

const silent = Object.fromEntries(
  ["info", "warn", "error", "debug"].map((level) => [level, () => undefined]),
) as never;

type Handler = (context: Context) => unknown;
type Settings = Parameters<Inngest["createFunction"]>[0];

/** Serves one function in a real app, and calls it. */
function serveFunction(handler: Handler, settings: Partial<Settings> = {}) {
  const client = makeClient();
  const served = client.createFunction(
    { id: "f", triggers: [{ event: "a/b" }], ...settings } as Settings,
    handler as never,
  );
  const route = serve({ client, functions: [served], enableUnauthedSync: false });
  const send = async (method: string, search: string, body: string, key = KEY) => {
    const headers = {
      "content-type": "application/json",
      host: "127.0.0.1:3000",
      "x-inngest-sync-kind": "in_band",
      "x-inngest-signature": signRequest(body, key, Date.now()),
    };
    const response = await route(new Request(`${APP_URL}${search}`, { method, headers, body }));
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const call = (run: Partial<RunState> = {}, functionId = "app-f", key = KEY) => {
    const state = {
      runId: "r",
      event: EVENT,
      steps: [],
      attempt: 0,
      attemptsMax: 5,
      requestVersion: -1,
      ...run,
    };
    return send("POST", `?fnId=${functionId}&stepId=step`, callBody(state), key);
  };
  return {
    call,
    outcome: async (run: Partial<RunState> = {}) => readAnswer(await call(run)),
    sync: async () => {
      const answer = await send("PUT", "", JSON.stringify({ url: APP_URL }));
      return JSON.parse(answer.body);
    },
  };
}

const fail = (error: Error) => () => {
  throw error;
};

describe("the real SDK", () => {
  test("accepts our signature, rejects one made with a different key, and signs in the same way", async () => {
    const app = serveFunction(({ event }) => event.data);
    const good = await app.call();
    expect(readAnswer(good)).toEqual({
      kind: "completed",
      result: EVENT.data,
      requestVersion: 2,
    });
    const signature = good.headers.get("x-inngest-signature") ?? "";
    const seconds = Number(new URLSearchParams(signature).get("t"));
    expect(signature).toBe(signRequest(good.body, KEY, seconds * 1000));
    expect(readAnswer(await app.call({}, "app-f", `${KEY}00`))).toMatchObject({
      kind: "unauthorised",
    });
  });

  test("does not find a function that it does not serve", async () => {
    const app = serveFunction(() => null);
    expect(readAnswer(await app.call({}, "app-gone"))).toMatchObject({ kind: "unknown-function" });
  });

  test("runs one step after the other, using the step ids of the protocol", async () => {
    const app = serveFunction(async ({ step }) => {
      const first = await step.run("x", () => undefined);
      return [first, await step.run("x", () => ({ at: new Date(0) }))];
    });
    const first = { id: X_ID, data: null };
    expect(await app.outcome()).toMatchObject({
      kind: "step-done",
      step: { id: X_ID, name: "x" },
      data: null,
    });
    const data = { at: "1970-01-01T00:00:00.000Z" };
    expect(await app.outcome({ steps: [first] })).toMatchObject({
      kind: "step-done",
      step: { id: X1_ID, name: "x" },
      data,
    });
    expect(await app.outcome({ steps: [first, { id: X1_ID, data }] })).toMatchObject({
      kind: "completed",
      result: [null, data],
    });
  });
});

describe("the real SDK, on errors and pauses,", () => {
  test("reports a step's error, reports its last error with a separate op, and lets the function catch a saved error", async () => {
    const app = serveFunction(async ({ step }) => {
      try {
        await step.run("x", fail(new TypeError("no")));
      } catch (error) {
        return error instanceof Error && error.message;
      }
    });
    const error = { name: "TypeError", message: "no", stack: expect.any(String) };
    expect(await app.outcome({ attempt: 3 })).toMatchObject({
      kind: "step-error",
      error,
      isRetriable: true,
    });
    const last = await app.outcome({ attempt: 4 });
    expect(last).toEqual({
      kind: "step-failed",
      step: { id: X_ID, name: "x" },
      error,
      requestVersion: 2,
    });
    const saved = { id: X_ID, error: { name: "TypeError", message: "no" } };
    expect(await app.outcome({ steps: [saved] })).toMatchObject({
      kind: "completed",
      result: "no",
    });
  });

  test.each([
    [new Error("no"), 0, true, null],
    [new Error("no"), 4, false, null],
    [new NonRetriableError("no"), 0, false, null],
    [new RetryAfterError("no", 29_001), 0, true, "30"],
    [new RetryAfterError("no", "2m"), 0, true, "120"],
    [new RetryAfterError("no", new Date(1)), 0, true, "1970-01-01T00:00:00.001Z"],
  ])("reports how to retry %s, attempt %d", async (error, attempt, isRetriable, retryAfter) => {
    const inBody = serveFunction(fail(error));
    expect(await inBody.outcome({ attempt })).toMatchObject({
      kind: "threw",
      error: { message: "no" },
      isRetriable,
      retryAfter,
    });
    const inStep = serveFunction(({ step }) => step.run("x", fail(error)));
    expect(await inStep.outcome({ attempt })).toMatchObject(
      isRetriable ? { kind: "step-error", isRetriable, retryAfter } : { kind: "step-failed" },
    );
  });

  test.each<[string, Handler, object]>([
    ["sleep", ({ step }) => step.sleep("x", "90m"), { kind: "sleep", until: "1h30m" }],
    ["empty sleep", ({ step }) => step.sleep("x", 0), { kind: "sleep", until: "" }],
    [
      "sleepUntil",
      ({ step }) => step.sleepUntil("x", new Date(1)),
      { kind: "sleep", until: "1970-01-01T00:00:00.001Z" },
    ],
    [
      "waitForEvent",
      ({ step }) => step.waitForEvent("x", { event: "a/c", timeout: "1d", match: "data.id" }),
      {
        kind: "wait",
        event: "a/c",
        timeout: "1d",
        expressionText: "event.data.id == async.data.id",
      },
    ],
  ])("reports a pause made with %s", async (_name, handler, outcome) => {
    const step = { id: X_ID, name: "x" };
    expect(await serveFunction(handler).outcome()).toMatchObject({ step, ...outcome });
  });
});

const runNothing = () => null;

describe("the real SDK's response is unsupported", () => {
  test.each<[string, Handler, Partial<Settings>]>([
    [
      "parallel steps",
      ({ step }) => Promise.all([step.run("x", runNothing), step.run("y", runNothing)]),
      {},
    ],
    ["a request as a step", ({ step }) => step.fetch("http://127.0.0.1:9"), {}],
    [
      "a signal",
      ({ step }) => step.waitForSignal("x", { signal: "s", timeout: "1m", onConflict: "fail" }),
      {},
    ],
    [
      "a function as a step",
      ({ step }) => step.invoke("x", { function: referenceFunction({ functionId: "g" }) }),
      {},
    ],
    ["optimizeParallelism", ({ step }) => step.sleep("x", 1), { optimizeParallelism: false }],
    [
      "an unsupported expression",
      ({ step }) =>
        step.waitForEvent("x", { event: "a", timeout: "1m", if: "size(async.data.x) > 1" }),
      {},
    ],
  ])("if a function uses %s", async (_name, handler, settings) => {
    const outcome = await serveFunction(handler, settings).outcome();
    expect(outcome).toMatchObject({ kind: "unsupported" });
  });
});

describe("a function served by the real SDK", () => {
  test("is parsed with all its settings, together with its onFailure handler", async () => {
    const app = serveFunction(() => null, {
      triggers: [{ event: "a/b", if: "event.data.id == 7" }, { cron: "* * * * *" }],
      cancelOn: [{ event: "a/stop", match: "data.id" }],
      concurrency: { limit: 2, key: "event.data.id" },
      retries: 20,
      onFailure: () => undefined,
    } as Partial<Settings>);
    const [main, failure] = parseServedFunctions(await app.sync());
    expect(main).toMatchObject({
      id: "app-f",
      name: "f",
      attemptsMax: 21,
      triggers: [{ event: "a/b" }, { cron: "* * * * *" }],
      cancels: [{ event: "a/stop", expression: [{ isEqual: true }] }],
      concurrency: { limit: 2, key: ["event", "data", "id"] },
    });
    expect(failure).toMatchObject({
      id: "app-f-failure",
      attemptsMax: 2,
      concurrency: null,
      cancels: [],
      triggers: [{ event: "inngest/function.failed", expression: [{ isEqual: true }] }],
    });
  });

  test.each<Partial<Settings>>([
    { batchEvents: { maxSize: 2, timeout: "1s" } },
    { throttle: { limit: 1, period: "1s" } },
    { rateLimit: { limit: 1, period: "1s" } },
    { debounce: { period: "1s" } },
    { priority: { run: "1" } },
    { singleton: { mode: "skip" } },
    { timeouts: { start: "1s" } },
    { idempotency: "event.data.id" },
  ])("is rejected with %j", async (settings) => {
    const [name] = Object.keys(settings);
    const answer = await serveFunction(() => null, settings).sync();
    expect(() => parseServedFunctions(answer)).toThrow(`Function "app-f" sets ${name}, which`);
  });
});
