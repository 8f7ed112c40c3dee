import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { promisify } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createDeliveryRuns } from "./delivery-runs";

const EVENT_KEY = "event-key-of-tests";
const RUNS = [1, 2].map((generation) => ({
  notificationId: "019cbc00-0000-7000-8000-000000000001",
  generation,
}));

// Loading the SDK counts towards the 5 s of a call, and the first time it takes longer on a busy machine.
beforeAll(() => import("./client"));

interface Sent {
  readonly url: string | undefined;
  readonly events: readonly unknown[];
}

/** Starts an event API that records everything sent to it. */
async function startEventApi(
  answer: (response: ServerResponse, events: readonly unknown[]) => void = accept,
) {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === "/health") return answer(response, []);
    const events = (await json(request)) as readonly unknown[];
    sent.push({ url: request.url, events });
    answer(response, events);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => stop(server));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return { sent, baseUrl, runs: runsAt(baseUrl), stop: () => stop(server) };
}

const accept = (response: ServerResponse, events: readonly unknown[]) =>
  response.end(JSON.stringify({ status: 200, ids: events.map((_, index) => String(index)) }));

const refuse = (response: ServerResponse) =>
  response.writeHead(503).end(JSON.stringify({ status: 503, error: "It has not begun yet." }));

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

const SETTINGS = {
  isDev: false,
  eventKey: EVENT_KEY,
  signingKey: `signkey-prod-${"ab".repeat(32)}`,
};

const runsAt = (baseUrl: string | null) =>
  createDeliveryRuns({ ...SETTINGS, baseUrl }, createInMemoryLogger().logger);

describe("starting runs", () => {
  test("sends one event per run, with an id that makes duplicates of the event harmless", async () => {
    const { runs, sent } = await startEventApi();
    await runs.start(RUNS);
    expect(sent).toMatchObject([
      {
        url: `/e/${EVENT_KEY}`,
        events: RUNS.map((data) => ({
          name: "webhook/notification.created",
          data,
          id: `notification-${data.notificationId}-${data.generation}`,
        })),
      },
    ]);
  });

  test("sends all events in batches of at most 1,000", async () => {
    const { runs, sent } = await startEventApi();
    const many = Array.from({ length: 2_001 }, (_, index) => ({
      notificationId: `019cbc00-0000-7000-8000-${String(index).padStart(12, "0")}`,
      generation: 1,
    }));
    await runs.start(many);
    expect(sent.map(({ events }) => events.length)).toEqual([1_000, 1_000, 1]);
    expect(sent.flatMap(({ events }) => events)).toMatchObject(many.map((data) => ({ data })));
  });

  test("sends nothing for an empty list", async () => {
    const { runs, sent } = await startEventApi();
    await runs.start([]);
    await runs.wake([]);
    expect(sent).toEqual([]);
  });
});

test("wake-up events have no id, because none of them may be dropped as a duplicate", async () => {
  const { runs, sent } = await startEventApi();
  await runs.wake(RUNS);
  const [events] = sent.map((request) => request.events);
  expect(events).toMatchObject(RUNS.map((data) => ({ name: "webhook/notification.wake", data })));
  expect(events?.some((event) => typeof Reflect.get(Object(event), "id") === "string")).toBe(false);
});

test("retries events until a briefly unavailable engine is back", async () => {
  let refusals = 2;
  const { runs, sent } = await startEventApi((response, events) => {
    refusals -= 1;
    return refusals >= 0 ? refuse(response) : accept(response, events);
  });
  await runs.start(RUNS);
  expect(sent).toHaveLength(3);
});

describe("an unavailable engine", () => {
  const UNAVAILABLE = { name: "DomainError", code: "engine-unavailable" };

  test("is reported as unavailable by every call", async () => {
    const { runs, stop: stopServer } = await startEventApi();
    await stopServer();
    await expect(runs.start(RUNS)).rejects.toMatchObject(UNAVAILABLE);
    await expect(runs.wake(RUNS)).rejects.toMatchObject(UNAVAILABLE);
    await expect(runs.checkReachable()).rejects.toMatchObject(UNAVAILABLE);
  });

  test("that accepts connections but never responds times out after 5 seconds", async () => {
    const { runs } = await startEventApi(() => undefined);
    const startMs = performance.now();
    await expect(runs.start(RUNS)).rejects.toMatchObject({
      ...UNAVAILABLE,
      cause: { message: "it did not accept the events within 5 s" },
    });
    await expect(runs.checkReachable()).rejects.toMatchObject(UNAVAILABLE);
    expect(performance.now() - startMs).toBeLessThan(15_000);
  });

  test("that responds with 503 is reported as unavailable", async () => {
    const { runs } = await startEventApi(refuse);
    await expect(runs.start(RUNS)).rejects.toMatchObject(UNAVAILABLE);
    await expect(runs.checkReachable()).rejects.toMatchObject({
      ...UNAVAILABLE,
      cause: { message: "its health check returned 503" },
    });
  });

  test("receives events again as soon as it responds", async () => {
    let isAway = true;
    const { runs, sent } = await startEventApi((response, events) =>
      isAway ? refuse(response) : accept(response, events),
    );
    await expect(runs.checkReachable()).rejects.toMatchObject(UNAVAILABLE);
    isAway = false;
    await runs.checkReachable();
    await runs.start(RUNS);
    expect(sent).toHaveLength(1);
  });
});

test("if the SDK could not be loaded, it is loaded again for the next event", async () => {
  const { sent, baseUrl } = await startEventApi();
  let isBroken = true;
  const settings = { isDev: true, eventKey: null, signingKey: null, baseUrl };
  const runs = createDeliveryRuns(settings, createInMemoryLogger().logger, () =>
    isBroken ? Promise.reject(new Error("EMFILE: too many open files")) : import("./client"),
  );
  await expect(runs.start(RUNS)).rejects.toMatchObject({ code: "engine-unavailable" });
  isBroken = false;
  await runs.start(RUNS);
  expect(sent).toHaveLength(1);
});

describe("a process without engine settings", () => {
  test("rejects every call and names the missing setting", async () => {
    const runs = createDeliveryRuns(null, createInMemoryLogger().logger);
    for (const call of [runs.start(RUNS), runs.wake(RUNS), runs.checkReachable()]) {
      await expect(call).rejects.toMatchObject({
        code: "engine-unavailable",
        cause: { message: expect.stringContaining("INNGEST_SIGNING_KEY") },
      });
    }
  });
});

test("Inngest Cloud counts as reachable because it has no health endpoint", async () => {
  await expect(runsAt(null).checkReachable()).resolves.toBeUndefined();
});

/** Prints how many SDK files are loaded before the first event, once the event has loaded the SDK. */
const COUNT_SDK_FILES = `
import { Session } from "node:inspector";
import pino from "pino";
import { createDeliveryRuns } from "./inngest/delivery-runs.ts";
let files = 0;
let sayLoaded;
const loaded = new Promise((resolve) => { sayLoaded = resolve; });
const session = new Session();
session.connect();
session.on("Debugger.scriptParsed", ({ params }) => {
  if (!params.url.includes("/node_modules/inngest/")) return;
  files += 1;
  sayLoaded();
});
session.post("Debugger.enable");
const settings = { isDev: true, baseUrl: "http://127.0.0.1:1", eventKey: null, signingKey: null };
const runs = createDeliveryRuns(settings, pino({ enabled: false }));
await runs.checkReachable().catch(() => undefined);
const before = files;
// The call may end before a busy machine has loaded the SDK.
await runs.start([{ notificationId: "019cbc00-0000-7000-8000-000000000001", generation: 1 }]).catch(() => undefined);
await loaded;
console.log(JSON.stringify({ before }));
process.exit(0);
`;

test("the SDK is loaded for the first event and not earlier", async () => {
  const args = ["--import", "tsx", "--input-type=module", "--eval", COUNT_SDK_FILES];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({ before: 0 });
});
