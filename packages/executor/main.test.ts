import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { hostname } from "node:os";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { createClient, makeDatabase, query, SIGNING_KEY } from "./executor.fixture";
import { findListener } from "./node-helpers";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const UNDER_LOAD = { timeout: 30_000 };

function spawnExecutor(line: string) {
  const child = spawn(process.execPath, ["--import", "tsx", MAIN]);
  onTestFinished(() => kill(child));
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${line}\n`);
  // A stream can be read to the end only once, and a child may exit before a test asks for its output.
  return Object.assign(child, { said: text(child.stderr), ended: once(child, "exit") });
}

const configuration = (databaseUrl: string, more: Readonly<Record<string, unknown>> = {}) => ({
  port: 0,
  databaseUrl,
  appUrl: "http://127.0.0.1:1/api/inngest",
  eventKey: "event-key",
  signingKey: SIGNING_KEY,
  ...more,
});

async function startExecutor(line: Readonly<Record<string, unknown>>) {
  const child = spawnExecutor(JSON.stringify(line));
  const [chunk] = await Promise.race([
    once(child.stdout, "data"),
    child.said.then((reason) => Promise.reject(new Error(reason))),
  ]);
  child.stdout.resume();
  const ready = JSON.parse(String(chunk).split("\n")[0] ?? "");
  return { child, ready, url: `http://127.0.0.1:${ready.port}` };
}

/** Waits until a child exits, and returns its stderr and its exit code. */
async function outcome(child: ReturnType<typeof spawnExecutor>) {
  const [stderr, [exitCode]] = await Promise.all([child.said, child.ended]);
  return { stderr, exitCode };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function startApp(
  makeFunctions: (client: Inngest) => readonly InngestFunction.Any[],
): Promise<string> {
  const client = createClient();
  const functions = makeFunctions(client);
  const server = createServer(serve({ client, functions, enableUnauthedSync: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/inngest`;
}

const untilHealthy = (url: string) =>
  vi.waitFor(async () => expect((await fetch(`${url}/health`)).status).toBe(200), UNDER_LOAD);

test("a run survives kill -9 of the executor, and its saved step is not run again", async () => {
  const databaseUrl = await makeDatabase();
  const ran: string[] = [];
  const appUrl = await startApp((client) => [
    client.createFunction({ id: "f", triggers: { event: "go" } }, async ({ step }) => {
      await step.run("before", () => ran.push("before"));
      await step.waitForEvent("wait", { event: "on", timeout: "1h" });
      return step.run("after", () => ran.push("after"));
    }),
  ]);
  const send = (url: string, name: string) =>
    fetch(`${url}/e/event-key`, { method: "POST", body: JSON.stringify({ name }) });
  const states = () => query(databaseUrl, "select status, phase, result from inngest_embedded.run");
  const first = await startExecutor(configuration(databaseUrl, { appUrl }));
  await untilHealthy(first.url);
  await send(first.url, "go");
  await vi.waitFor(
    async () => expect(await states()).toMatchObject([{ phase: "wait" }]),
    UNDER_LOAD,
  );
  await kill(first.child);

  const second = await startExecutor(configuration(databaseUrl, { appUrl }));
  await untilHealthy(second.url);
  await send(second.url, "on");
  await vi.waitFor(
    async () => expect(await states()).toMatchObject([{ status: "completed", result: 2 }]),
    UNDER_LOAD,
  );
  expect(ran).toEqual(["before", "after"]);
});

test.each(["SIGINT", "SIGTERM"] as const)("the executor exits cleanly on %s", async (signal) => {
  const { child, ready } = await startExecutor(configuration(await makeDatabase()));
  expect(ready).toEqual({ ready: true, port: expect.any(Number) });
  child.kill(signal);
  expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
});

test("the executor exits cleanly on several requests to stop at the same time", async () => {
  const { child } = await startExecutor(configuration(await makeDatabase()));
  child.kill("SIGTERM");
  child.kill("SIGINT");
  child.stdin.end();
  expect(await outcome(child)).toEqual({ stderr: "", exitCode: 0 });
});

test("the executor reports once which process owns the database, and waits for the lock", async () => {
  const databaseUrl = await makeDatabase();
  const first = await startExecutor(configuration(databaseUrl));
  const waiting = spawnExecutor(JSON.stringify(configuration(databaseUrl)));
  const said = once(waiting.stdout, "data");
  expect(JSON.parse(String(await said))).toMatchObject({
    level: "warn",
    message: expect.stringMatching(/^Another executor \(process \d+ on \S+\) is running .*waiting/),
    owner: { process: `process ${process.pid} on ${hostname()}`, backendPid: expect.any(Number) },
  });
  const ready = once(waiting.stdout, "data");
  await kill(first.child);
  expect(String(await ready)).toMatch(/^\{"ready":true,/);
});

test("the executor exits cleanly when its launcher is gone, even while it waits for the lock", async () => {
  const databaseUrl = await makeDatabase();
  await startExecutor(configuration(databaseUrl));
  const waiting = spawnExecutor(JSON.stringify(configuration(databaseUrl)));
  await vi.waitFor(async () => {
    const rows = await query(
      databaseUrl,
      "select from pg_stat_activity where application_name like 'inngest-executor-waiting%' and datname = current_database()",
    );
    expect(rows).toHaveLength(2);
  }, UNDER_LOAD);
  waiting.stdin.end();
  expect(await outcome(waiting)).toEqual({ stderr: "", exitCode: 0 });
});

test("the executor exits with an explanation when it has lost the lock", async () => {
  const databaseUrl = await makeDatabase();
  const { child } = await startExecutor(configuration(databaseUrl));
  await query(
    databaseUrl,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'inngest-executor-waiting%' and datname = current_database()",
  );
  const { stderr, exitCode } = await outcome(child);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^The Inngest executor stops: it no longer owns the runs: .*\.\n$/);
});

test("the executor exits with a single sentence if its port is in use", async () => {
  const other = createTcpServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const child = spawnExecutor(JSON.stringify(configuration(await makeDatabase(), { port })));
  expect(await outcome(child)).toEqual({
    stderr: `The Inngest executor stops: port ${port} on 127.0.0.1 is in use by ${(await findListener(port)) ?? "another program"}.\n`,
    exitCode: 1,
  });
});

test("the executor writes to stderr which functions it rejects, and why", async () => {
  const appUrl = await startApp((client) => [
    client.createFunction({ id: "f", triggers: { event: "go" }, priority: { run: "1" } }, () => 1),
  ]);
  const { child, url } = await startExecutor(configuration(await makeDatabase(), { appUrl }));
  await vi.waitFor(async () => {
    expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: "refused" });
  }, UNDER_LOAD);
  child.kill("SIGTERM");
  const { stderr } = await outcome(child);
  expect(JSON.parse(stderr)).toMatchObject({
    level: "error",
    message: expect.stringMatching(/app-f.*priority/),
  });
});

test.each([
  ["a missing setting", JSON.stringify({ signingKey: "top-secret" })],
  ["no JSON", '{"signingKey":"top-secret'],
])("the executor rejects a configuration with %s and prints no secrets", async (_name, line) => {
  const { stderr, exitCode } = await outcome(spawnExecutor(line));
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^The Inngest executor stops: /);
  expect(stderr).not.toContain("top-secret");
});
