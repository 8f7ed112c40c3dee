import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { arrangeDelivery } from "@/lib/notifications/testing/delivery.fixture";
import {
  arrangeAwaited,
  failingAt,
  UNTIL_SWEPT_SECONDS,
} from "@/lib/upkeep/testing/awaited-upload.fixture";
import { createRelay } from "../relay";
import { type EngineUnderTest, openEngine } from "../testing/engine.fixture";
import { createRelayFunction, createSweepFunction, type SweepFunctionParts } from "./schedules";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SWEEP = "stagedoor-sweep";
const WORKS = [
  "awaited-uploads",
  "leftovers",
  "erasable-files",
  "idempotency-keys",
  "review-claims",
  "bulk-work",
];
const NOTHING_FAILED = { failuresCount: 0, failures: [] };

async function startSweeps(ports: SweepFunctionParts["ports"]): Promise<EngineUnderTest> {
  const engine = await openEngine();
  await engine.start([createSweepFunction({ ...engine, ports })]);
  return engine;
}

/** Returns the time of the next sweep, strictly after now. */
function nextSweepMs({ now }: EngineUnderTest): number {
  const hourMs = Math.floor(now() / HOUR_MS) * HOUR_MS;
  const atMs = hourMs + 17 * MINUTE_MS;
  return atMs > now() ? atMs : atMs + HOUR_MS;
}

/** Sets up one upload that arrived and one that did not, both due for a sweep. */
async function arrange() {
  const ports = makePorts();
  const came = await arrangeAwaited(ports);
  await came.upload("content");
  const missing = await arrangeAwaited(ports);
  ports.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
  return { ports, came, missing };
}

describe("the sweep", () => {
  test("runs at 17 minutes past every hour with a step for each kind of work, and returns what it did", async () => {
    const { ports, came, missing } = await arrange();
    const engine = await startSweeps(ports);
    const firstMs = nextSweepMs(engine);
    await engine.passUntil(firstMs - 1);
    expect(await engine.runs(SWEEP)).toEqual([]);
    await engine.passUntil(firstMs);
    const [run, ...more] = await engine.runs(SWEEP);
    expect(more).toEqual([]);
    expect(run?.steps.map(({ name }) => name)).toEqual(WORKS);
    expect(run).toMatchObject({
      status: "completed",
      result: {
        "awaited-uploads": { ...NOTHING_FAILED, uploadsFound: 1, uploadsGivenUp: 1 },
        leftovers: NOTHING_FAILED,
        "erasable-files": NOTHING_FAILED,
        "idempotency-keys": NOTHING_FAILED,
        "review-claims": NOTHING_FAILED,
        "bulk-work": NOTHING_FAILED,
      },
    });
    expect([await came.statusNow(), await missing.statusNow()]).toEqual([2, 6]);
    await engine.passUntil(firstMs + 2 * HOUR_MS);
    expect((await engine.runs(SWEEP)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => "completed"),
    );
  });

  test("handles the other objects if it fails on one, logs the failure and leaves that object to the next sweep", async () => {
    const { ports, came, missing } = await arrange();
    const engine = await startSweeps(failingAt(ports, `staged/${came.uuid}`));
    await engine.passUntil(nextSweepMs(engine));
    const failure = { work: "awaited-uploads", subject: came.uuid };
    expect(await engine.runs(SWEEP)).toMatchObject([
      {
        status: "completed",
        result: { "awaited-uploads": { failuresCount: 1, failures: [failure] } },
      },
    ]);
    expect(await missing.statusNow()).toBe(6);
    expect(engine.log.lines()).toMatchObject([
      { level: 40, ...failure, code: "object-store-unavailable", msg: "This object is broken." },
    ]);
  });

  test("stores at most 100 failures with the run, and their total number", async () => {
    let { ports: broken } = await arrangeAwaited();
    for (let count = 0; count <= 100; count += 1) {
      broken = failingAt(broken, `staged/${(await arrangeAwaited(broken)).uuid}`);
    }
    broken.clock.advanceSeconds(UNTIL_SWEPT_SECONDS);
    const engine = await startSweeps(broken);
    await engine.passUntil(nextSweepMs(engine));
    const [run] = await engine.runs(SWEEP);
    expect(run).toMatchObject({ result: { "awaited-uploads": { failuresCount: 101 } } });
    expect(JSON.stringify(run?.result).match(/"subject"/g)).toHaveLength(100);
    expect(engine.log.lines()).toHaveLength(101);
  });
});

describe("a sweep during an object store outage", () => {
  test("continues without an operator when the store is back", async () => {
    const { ports, missing } = await arrange();
    const engine = await startSweeps(ports);
    ports.storage.setAvailable(false);
    await engine.passUntil(nextSweepMs(engine));
    expect(await engine.runs(SWEEP)).toMatchObject([{ status: "running", attempt: 1 }]);
    expect(await missing.statusNow()).toBe(1);
    ports.storage.setAvailable(true);
    await engine.passUntil(engine.now() + MINUTE_MS);
    expect(await engine.runs(SWEEP)).toMatchObject([
      { status: "completed", result: { "awaited-uploads": { uploadsGivenUp: 1 } } },
    ]);
    expect(await missing.statusNow()).toBe(6);
  });

  test("that lasts too long fails, reports what it could not do and does everything else; an operator can retry it", async () => {
    const { ports, missing } = await arrange();
    ports.sweeps.placeIdempotencyKey(new Date(0));
    const engine = await startSweeps(ports);
    ports.storage.setAvailable(false);
    await engine.passUntil(nextSweepMs(engine) + 40 * MINUTE_MS);
    const [failed] = await engine.runs(SWEEP);
    expect(failed?.status).toBe("failed");
    expect(failed?.error?.message.split("\n").map((line) => line.split(":")[0])).toEqual(
      WORKS.slice(0, 3),
    );
    expect(failed?.failedAttempts.filter(({ step }) => step !== null)).toHaveLength(3 * 5);
    const keys = failed?.steps.find(({ name }) => name === "idempotency-keys");
    expect(keys?.data).toEqual({ ...NOTHING_FAILED, idempotencyKeysRemoved: 1 });

    ports.storage.setAvailable(true);
    await engine.retryRun(failed?.id ?? "");
    expect(await engine.runs(SWEEP)).toMatchObject([
      {
        status: "completed",
        result: {
          "awaited-uploads": { uploadsGivenUp: 1 },
          "idempotency-keys": { idempotencyKeysRemoved: 1 },
        },
      },
    ]);
    expect(await missing.statusNow()).toBe(6);
  });
});

/** The engine's first retry delay, including all of its jitter. */
const ENGINE_RETRY_MS = 45_000;
const RELAY = "stagedoor-relay";

async function arrangeRelay() {
  const { ports } = await arrangeDelivery();
  const engine = await openEngine();
  const documentUrl = (uuid: string) => `https://stagedoor.example/${uuid}`;
  const relay = createRelay({ ports, logger: engine.logger, documentUrl });
  const auditChainer = { runOnce: async () => ({ chained: 0 }) };
  await engine.start([createRelayFunction({ ...engine, relay, auditChainer })]);
  /** Advances to the start of the next minute, or of a later minute if `count` is greater than 1. */
  const passMinutes = (count: number) =>
    engine.passUntil((Math.floor(engine.now() / MINUTE_MS) + count) * MINUTE_MS);
  return { ports, engine, passMinutes };
}

test("the relay runs once a minute, even if no process lives for a whole minute", async () => {
  const { ports, engine, passMinutes } = await arrangeRelay();
  await makeDocumentAt(ports, 1);
  await passMinutes(3);

  expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  expect(await engine.runs(RELAY)).toMatchObject([
    { status: "completed", result: { frozen: 1, overdue: 0 } },
    { status: "completed", result: { frozen: 0, overdue: 0 } },
    { status: "completed", result: { frozen: 0, overdue: 0 } },
  ]);
});

test("the relay is retried if it fails", async () => {
  const { ports, engine, passMinutes } = await arrangeRelay();
  ports.deliveryRuns.setAvailable(false);
  await makeDocumentAt(ports, 1);
  await passMinutes(1);
  expect(await engine.runs(RELAY)).toMatchObject([{ status: "running", attempt: 1 }]);
  ports.deliveryRuns.setAvailable(true);
  ports.clock.advanceSeconds(3);
  await engine.passUntil(engine.now() + ENGINE_RETRY_MS);

  expect(ports.deliveryRuns.takeStarted()).toHaveLength(1);
  expect(await engine.runs(RELAY)).toMatchObject([
    { status: "completed", result: { frozen: 0, overdue: 1 } },
  ]);
});
