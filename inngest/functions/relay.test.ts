import { expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { arrangeDelivery } from "@/lib/notifications/testing/delivery.fixture";
import { createRelay } from "../relay";
import { openEngine } from "../testing/engine.fixture";
import { createRelayFunction } from "./relay";

const MINUTE_MS = 60_000;
/** The engine's first retry delay, including all of its jitter. */
const ENGINE_RETRY_MS = 45_000;
const RELAY = "stagedoor-relay";

async function arrange() {
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
  const { ports, engine, passMinutes } = await arrange();
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
  const { ports, engine, passMinutes } = await arrange();
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
