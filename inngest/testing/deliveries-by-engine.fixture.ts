import type { Database } from "@/lib/adapters/postgres/core/database";
import { deliveriesInPostgres } from "@/lib/adapters/postgres/notifications/deliveries-in-postgres.fixture";
import { createNotificationLog } from "@/lib/adapters/postgres/notifications/notification-log";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { makePorts } from "@/lib/http/testing/in-memory-ports";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { DeliveryRun } from "@/lib/notifications/ports";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { setWebhookUrl } from "@/lib/notifications/use-cases/webhook-configuration";
import { createDeliveryRuns } from "../delivery-runs";
import { createDeliverNotificationFunction } from "../functions/deliver-notification";
import { type EngineUnderTest, openEngine } from "./engine.fixture";

/** The webhook URL that these tests use. */
export const RECEIVER_URL = "https://dms.example.com/hook";
export const DELIVER = "stagedoor-deliver-notification";

/**
 * Sets up deliveries as in production: rows in PostgreSQL, events sent over HTTP, the real SDK and one clock for
 * everything. Only the receiver is scripted.
 * @param change returns the ports that the test replaces
 */
export async function arrangeDeliveries(
  { pool }: Database,
  change: (ports: EnginePorts) => Partial<EnginePorts> = () => ({}),
) {
  const engine = await openEngine();
  const real = makeEnginePorts(pool, engine);
  const { webhookTransport: receiver } = real;
  const ports = { ...real, ...change(real) };
  const requestingRuns: DeliveryRun[] = [];
  const onTurn = (_turn: unknown, run: DeliveryRun) => requestingRuns.push(run);
  await engine.start([createDeliverNotificationFunction({ ...engine, ports, onTurn })]);
  await setWebhookUrl(ports, { url: RECEIVER_URL, author: COMMAND_AUTHOR });
  const freeze = () => freezeOne(ports);
  return {
    engine,
    ports,
    receiver,
    freeze,
    /** The runs that made a request, in the order of their requests. */
    requestingRuns,
    /** Freezes a notification for one new document and makes its first attempt. */
    begin: async () => {
      const run = await freeze();
      await engine.settle();
      return run;
    },
    notification: (run: DeliveryRun) => findNotification(ports, run),
    wake: async (run: DeliveryRun) => {
      await ports.deliveryRuns.wake([run]);
      await engine.settle();
    },
    passUntil: (at: Date | null) => passUntil(engine, at),
    passSeconds: (seconds: number) => engine.passUntil(engine.now() + seconds * 1000),
  };
}

/** The ports that these deliveries use. */
export type EnginePorts = ReturnType<typeof makeEnginePorts>;

const makeEnginePorts = (pool: Database["pool"], engine: EngineUnderTest) => ({
  ...makePorts(),
  ...deliveriesInPostgres(pool),
  clock: engine.clock,
  notificationLog: createNotificationLog(pool),
  deliveryRuns: createDeliveryRuns(engine.settings, engine.logger),
});

/**
 * Freezes a notification for one new document. The run of the notification is requested, but has not made an attempt
 * yet.
 */
async function freezeOne(ports: EnginePorts): Promise<DeliveryRun> {
  await makeDocumentAt(ports, 1);
  await relayStatusChanges(ports, { documentUrl: (uuid) => `https://stagedoor.example/${uuid}` });
  const everything = { state: null, documentUuid: null, createdFrom: null, createdTo: null };
  const [newest] = await ports.notificationLog.list(everything, { after: null, limit: 1 });
  if (!newest) throw new Error("nothing was frozen");
  return { notificationId: newest.id, generation: 1 };
}

async function findNotification(ports: EnginePorts, { notificationId }: DeliveryRun) {
  const found = await ports.notificationLog.find(notificationId, ATTEMPTS_MAX);
  if (!found) throw new Error("there is no such notification");
  return found;
}

const ATTEMPTS_MAX = 1_000;

function passUntil(engine: EngineUnderTest, at: Date | null): Promise<void> {
  if (at === null) throw new Error("nothing more is planned");
  return engine.passUntil(at.getTime());
}
