import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "./testing/run-cli";

const SIGNING_KEY = "signkey-prod-12345678";
/** The bearer token for this key, as Inngest's own SDK creates it. */
const BEARER =
  "Bearer signkey-prod-b2ed992186a5cb19f6668aade821f502c1d00970dfd0e35128d51bac4649916c";

const RUN = {
  id: "019aa5b0-0000-7000-8000-000000000001",
  functionId: "stagedoor-sweep",
  status: "completed",
  phase: null,
  waitingFor: null,
  eventId: "cron-stagedoor-sweep-2026-11-20T21:17",
  eventName: "inngest/scheduled.timer",
  attempt: 0,
  dueAt: null,
  createdAt: "2026-11-20T21:17:00.123Z",
  endedAt: "2026-11-20T21:17:01.456Z",
  error: null,
  callState: null,
  lostCalls: 0,
};
const RUNNING = { ...RUN, status: "running", endedAt: null, dueAt: "2026-11-20T22:00:00.000Z" };
const AWAY = { name: "Error", message: "leftovers: object-store-unavailable: It is\naway." };
const RUNS: Record<string, object> = {
  completed: RUN,
  called: { ...RUNNING, phase: "call", callState: "running" },
  queued: { ...RUNNING, phase: "call", callState: "queued" },
  appAway: { ...RUNNING, phase: "call", callState: "app-away", lostCalls: 3 },
  retried: { ...RUNNING, phase: "call", callState: "later", attempt: 2, error: AWAY },
  asleep: { ...RUNNING, phase: "sleep", waitingFor: "pause" },
  waiting: { ...RUNNING, phase: "wait", waitingFor: "wake (webhook/notification.wake)" },
  failed: { ...RUN, status: "failed", error: AWAY },
  cancelled: { ...RUN, status: "cancelled" },
};
const DETAIL = {
  ...RUN,
  status: "failed",
  error: AWAY,
  eventData: { cron: "17 * * * *" },
  steps: [
    { name: "awaited-uploads", op: "StepRun", at: RUN.createdAt, data: { uploadsFound: 3 } },
    { name: "leftovers", op: "StepRun", at: RUN.createdAt, error: AWAY },
  ],
  failedAttempts: [
    { step: "leftovers", attempt: 0, at: RUN.createdAt, error: AWAY },
    { step: null, attempt: 1, at: RUN.createdAt, error: { name: "TypeError", message: "no" } },
  ],
  result: null,
};

const PROBLEM = "The app cannot be reached: connect ECONNREFUSED.";
const UNKNOWN = "Run not found. `npm run engine -- runs` lists all runs.\n";
const OWN_KEYS = { INNGEST_EVENT_KEY: "own", INNGEST_SIGNING_KEY: "signkey-prod-87654321" };

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  const answer = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (request.headers.authorization !== BEARER) return answer(401, { error: "wrong key" });
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://executor");
  if (pathname === "/runs") {
    const limit = Number(searchParams.get("limit"));
    const runs = searchParams.get("function") === "none" ? [] : Object.values(RUNS);
    return answer(200, { runs: runs.slice(0, limit), problem: PROBLEM });
  }
  if (pathname === `/runs/${RUN.id}`) return answer(200, DETAIL);
  if (pathname === `/runs/${RUN.id}/retry`) return answer(200, { status: "retried" });
  if (pathname === "/runs/done/retry")
    return answer(409, { error: "It did not fail.", status: 409 });
  return answer(404, { error: "GET /runs lists all runs.", status: 404 });
});

let dataDir: string;

beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = String((server.address() as AddressInfo).port);
  dataDir = await mkdtemp(join(tmpdir(), "stagedoor-engine-"));
  const settings = {
    DATABASE_URL: "postgresql://a/b",
    STAGEDOOR_ENCRYPTION_KEY: "ab".repeat(32),
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_BUCKET: "documents",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
    INNGEST_EVENT_KEY: "event-key",
    INNGEST_SIGNING_KEY: SIGNING_KEY,
    INNGEST_DEV: "0",
    EXECUTOR_PORT: port,
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
  };
  const note = { launcher: process.pid, settings };
  await writeFile(join(dataDir, "application.env.json"), JSON.stringify(note));
});

afterAll(async () => {
  server.close();
  await rm(dataDir, { recursive: true });
});

const engine = (args: readonly string[], settings: Record<string, string> = {}) =>
  runCli("cli/engine.ts", args, { STAGEDOOR_DATA_DIR: dataDir, ...settings });

describe("npm run engine -- runs", () => {
  test("shows what each run did, what it is waiting for and until when, and why it failed", async () => {
    const { code, output, errors } = await engine(["runs"]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const [table = "", below] = output.split("\n\n");
    expect(below).toBe(`No calls at the moment: ${PROBLEM}\n`);
    const [header = "", ...lines] = table.split("\n");
    expect(header).toMatch(/^started \(UTC\) +function +status +what +id$/);
    const what = lines.map((line) =>
      line.slice(header.indexOf("what"), header.indexOf("id")).trim(),
    );
    expect(what).toEqual([
      "ended 2026-11-20 21:17:01",
      "is being called",
      "is waiting for its turn",
      "lost the connection to the app 3 times, is waiting for the app",
      "failed 2 times, will be called again at 2026-11-20 22:00:00: leftovers: object-store-unav…",
      "is sleeping in step pause until 2026-11-20 22:00:00",
      "is waiting in step wake (webhook/notification.wake) until 2026-11-20 22:00:00",
      "leftovers: object-store-unavailable: It is away.",
      "ended 2026-11-20 21:17:01",
    ]);
    expect(lines.every((line) => line.endsWith(RUN.id))).toBe(true);
  });

  test("requests the specified filters and limit, or 20 runs by default", async () => {
    requests.length = 0;
    await engine(["runs"]);
    await engine(["runs", "--status", "failed", "--function", "stagedoor-sweep", "--limit", "2"]);
    expect(requests).toEqual([
      "GET /runs?limit=20",
      "GET /runs?status=failed&function=stagedoor-sweep&limit=2",
    ]);
  });

  test("reports that there are no runs", async () => {
    const { output } = await engine(["runs", "--function", "none"]);
    expect(output).toMatch(/^Run not found\. Runs are removed 7 days after they end\.\n/);
  });
});

describe("npm run engine -- run", () => {
  test("shows the event, each step with its result or error, and each failed attempt", async () => {
    const { code, output } = await engine(["run", RUN.id]);
    expect(code).toBe(0);
    expect(output).toMatch(/^status {4}failed$/m);
    expect(output).toMatch(/^event {5}inngest\/scheduled\.timer cron-stagedoor-sweep-/m);
    expect(output).toContain(`Event data\n  {\n    "cron": "17 * * * *"\n  }\n`);
    expect(output).toMatch(/ {2}awaited-uploads \(StepRun\)\n {4}\{\n {6}"uploadsFound": 3/);
    expect(output).toMatch(/leftovers \(StepRun\)\n {4}Error: leftovers: object-store-unav/);
    expect(output).toMatch(/the function itself, attempt 2\n {4}TypeError: no\n/);
    expect(output).not.toContain("Result");
  });

  test("reports an unknown run, and how to list all runs", async () => {
    const run = await engine(["run", "nobody"]);
    expect(run).toEqual({ code: 1, output: "", errors: UNKNOWN });
  });
});

describe("npm run engine -- retry", () => {
  test("continues a failed run", async () => {
    requests.length = 0;
    const run = await engine(["retry", RUN.id]);
    expect(run).toMatchObject({
      code: 0,
      output: `The run ${RUN.id} continues from where it failed.\n`,
    });
    expect(requests).toEqual([`POST /runs/${RUN.id}/retry`]);
  });

  test("reports the executor's reason for not retrying a run", async () => {
    const run = await engine(["retry", "done"]);
    expect(run).toEqual({ code: 1, output: "", errors: "It did not fail.\n" });
  });
});

describe("commands that cannot be run exit with 1 and one sentence", () => {
  test.each([
    [[], /^Usage: npm run engine/],
    [["run"], /^The <id> is missing\./],
    [["runs", "--status", "lost"], /^There is no status "lost"\. Statuses: running, /],
    [["runs", "--limit", "0"], /^The option --limit must be a number from 1 to 1000\./],
    [["run", "a", "--limit", "1"], /^Usage: /],
  ])("%j", async (args, sentence) => {
    const { code, output, errors } = await engine(args);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toMatch(sentence);
  });

  test.each([
    [{ INNGEST_DEV: "1" }, "http://localhost:8288"],
    [OWN_KEYS, "https://app.inngest.com"],
    [{ ...OWN_KEYS, INNGEST_BASE_URL: "http://box.lan:8288" }, "http://box.lan:8288"],
  ])(
    "if the user's own Inngest is configured, which shows the runs itself: %j",
    async (settings, place) => {
      const { code, errors } = await engine(["runs"], settings);
      expect(code).toBe(1);
      expect(errors).toContain(` in the configured Inngest server, at ${place}.\n`);
    },
  );

  test("if the executor is not responding", async () => {
    const nowhere = { EXECUTOR_PORT: "1", INNGEST_BASE_URL: "http://127.0.0.1:1", ...OWN_KEYS };
    const { code, errors } = await engine(["runs"], nowhere);
    expect(code).toBe(1);
    expect(errors).toBe(
      "The executor at http://127.0.0.1:1 is not responding. Is Stagedoor running?\n",
    );
  });

  test("if the key is different", async () => {
    const INNGEST_BASE_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { errors } = await engine(["runs"], { ...OWN_KEYS, INNGEST_BASE_URL });
    expect(errors).toBe("wrong key\n");
  });

  test("if Stagedoor is not running, even with the user's own database", async () => {
    const { errors } = await engine(["runs"], {
      STAGEDOOR_DATA_DIR: "/nowhere/stagedoor",
      DATABASE_URL: "postgresql://a/b",
      STAGEDOOR_ENCRYPTION_KEY: "ab".repeat(32),
      S3_ENDPOINT: "http://127.0.0.1:1",
      S3_BUCKET: "documents",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "secret",
    });
    expect(errors).toMatch(/^Stagedoor is not running in \/nowhere\/stagedoor\. /);
  });
});
