import { describe, expect, onTestFinished, test } from "vitest";
import type { LogLine } from "./engine/log-line";
import type { Executor } from "./executor";
import {
  appWith,
  makeDatabase,
  makeEvent,
  makeExecutor,
  onlyRun,
  query,
  SIGNING_KEY,
  startExecutor,
} from "./executor.fixture";
import { startHttpServer } from "./http-server";
import { hashSigningKey } from "./protocol/signature";

const EVENT_KEY = "event key/1";
const BEARER = { authorization: `Bearer ${hashSigningKey(SIGNING_KEY)}` };

async function serve(executor: Executor, logLines: LogLine[] = []) {
  const options = { executor, port: 0, eventKey: EVENT_KEY, signingKey: SIGNING_KEY };
  const server = await startHttpServer({
    ...options,
    now: Date.now,
    log: (line) => logLines.push(line),
  });
  onTestFinished(() => server.stop());
  return async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
    return { status: answer.status, body: await answer.json() };
  };
}

/** Serves an executor whose function `f` fails until the test says otherwise. */
async function start() {
  const failure = { isOn: true };
  const callApp = appWith((client) => [
    client.createFunction({ id: "f", triggers: { event: "go" }, retries: 0 }, async ({ step }) => {
      await step.run("always", () => "saved");
      if (failure.isOn) throw new Error("not today");
      return "done";
    }),
  ]);
  const { executor } = await startExecutor(await makeDatabase(), callApp);
  return { executor, failure, ask: await serve(executor) };
}

const post = (body: unknown, headers: Record<string, string> = {}) => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const EVENTS = `/e/${encodeURIComponent(EVENT_KEY)}`;

describe("the event API", () => {
  test("returns the event ids once the runs are stored, and returns the same ids for the same seed", async () => {
    const { executor, ask } = await start();
    const seed = { "x-inngest-event-id-seed": "1700000000000,AAAAAAAAAAAAAA==" };
    const events = [{ name: "go" }, { name: "other", id: "mine" }];
    const first = await ask(EVENTS, post(events, seed));
    expect(first).toEqual({
      status: 200,
      body: { ids: [expect.any(String), "mine"], status: 200 },
    });
    expect(await ask(EVENTS, post(events, seed))).toEqual(first);
    await executor.settled();
    expect(await onlyRun(executor)).toMatchObject({ eventId: first.body.ids[0] });
  });

  test.each([
    ["a wrong key", "/e/wrong", [{ name: "go" }], 401],
    ["a malformed key", "/e/%", [{ name: "go" }], 401],
    ["no JSON", EVENTS, "{", 400],
    ["an event without a name", EVENTS, [{ data: {} }], 400],
    ["more than 16 MB", EVENTS, " ".repeat(16 * 1_048_576 + 1), 413],
    ["another path", "/elsewhere", [], 404],
    ["a path of two slashes", "//", [], 404],
    ["a path with a host name", "//elsewhere.example/health", [], 404],
  ])("rejects %s with an explanation", async (_what, path, body, status) => {
    const { ask } = await start();
    const refused = { status, body: { error: expect.stringMatching(/\.$/), status } };
    expect(await ask(path, post(body))).toEqual(refused);
  });

  test("responds with 503 until the app has been synced, and /health reports the reason", async () => {
    const { executor } = makeExecutor(await makeDatabase(), async () => {
      throw new Error("connect ECONNREFUSED");
    });
    await executor.start();
    await executor.settled();
    const ask = await serve(executor);
    expect((await ask(EVENTS, post([makeEvent("go")]))).status).toBe(503);
    const problem = "The app cannot be reached: connect ECONNREFUSED.";
    const body = { status: "starting", synced: false, problem };
    expect(await ask("/health")).toEqual({ status: 503, body });
  });

  test("accepts no events while functions are rejected, and /health reports all reasons", async () => {
    const callApp = appWith((client) => [
      client.createFunction(
        { id: "f", triggers: { event: "go" }, priority: { run: "1" } },
        () => 1,
      ),
      client.createFunction(
        { id: "g", triggers: { event: "go" }, debounce: { period: "1s" } },
        () => 1,
      ),
    ]);
    const { executor } = makeExecutor(await makeDatabase(), callApp);
    await executor.start();
    await executor.settled();
    const ask = await serve(executor);
    expect((await ask(EVENTS, post([makeEvent("go")]))).status).toBe(503);
    const { status, body } = await ask("/health");
    expect([status, body.status]).toEqual([503, "refused"]);
    expect(body.problem).toMatch(/app-f.*priority[\s\S]*app-g.*debounce/);
  });
});

test("an internal error is logged and not shown to the caller", async () => {
  const databaseUrl = await makeDatabase();
  const { executor } = await startExecutor(
    databaseUrl,
    appWith((client) => [
      client.createFunction({ id: "f", triggers: { event: "go" } }, () => "done"),
    ]),
  );
  const logLines: LogLine[] = [];
  const ask = await serve(executor, logLines);
  await query(databaseUrl, "alter table inngest_embedded.event rename to hidden");
  const error = "The executor could not do this now. See its log for the reason, then try again.";
  expect(await ask(EVENTS, post({ name: "go" }))).toEqual({
    status: 500,
    body: { error, status: 500 },
  });
  const message = expect.stringMatching(/relation "inngest_embedded\.event" does not exist/);
  expect(logLines).toEqual([{ level: "error", message, method: "POST" }]);
});

test("/health is ok once the app has been synced", async () => {
  const { ask } = await start();
  expect(await ask("/health")).toEqual({ status: 200, body: { status: "ok", synced: true } });
});

describe("the operator API", () => {
  test("lists, shows and retries a failed run, which keeps its saved steps", async () => {
    const { executor, failure, ask } = await start();
    await ask(EVENTS, post({ name: "go", id: "one", data: { a: 1 } }));
    await executor.settled();
    const { body } = await ask("/runs?status=failed&function=app-f&limit=5", { headers: BEARER });
    expect(body.runs).toMatchObject([
      { functionId: "app-f", eventId: "one", eventName: "go", error: { message: "not today" } },
    ]);
    const path = `/runs/${body.runs[0].id}`;
    const detail = await ask(path, { headers: BEARER });
    expect(detail.body).toMatchObject({
      status: "failed",
      phase: null,
      eventData: { a: 1 },
      steps: [{ name: "always", op: "StepRun", data: "saved" }],
      failedAttempts: [{ step: null, attempt: 0, error: { message: "not today" } }],
    });

    failure.isOn = false;
    const retry = { method: "POST", headers: BEARER };
    expect(await ask(`${path}/retry`, retry)).toEqual({ status: 200, body: { status: "retried" } });
    await executor.settled();
    expect(await onlyRun(executor)).toMatchObject({ status: "completed", result: "done" });
    expect((await ask(`${path}/retry`, retry)).status).toBe(409);
  });

  test.each([
    ["GET", "/runs", {}, 401],
    ["GET", "/runs", { authorization: `Bearer ${SIGNING_KEY}` }, 401],
    ["GET", "/runs?status=odd", BEARER, 400],
    ["GET", "/runs/none", BEARER, 404],
    ["GET", "/runs/00000000-0000-7000-8000-000000000000", BEARER, 404],
    ["POST", "/runs/00000000-0000-7000-8000-000000000000/retry", BEARER, 404],
    ["DELETE", "/runs/none", BEARER, 404],
  ])("responds to %s %s and headers %o with %i", async (method, path, headers, status) => {
    const { ask } = await start();
    const answer = await ask(path, { method, headers });
    expect(answer).toEqual({ status, body: { error: expect.any(String), status } });
  });
});
