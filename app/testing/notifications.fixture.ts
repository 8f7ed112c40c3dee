import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Container } from "@/app/container";
import { createTestAuthority } from "@/lib/adapters/https/testing/certificates.fixture";
import {
  type AnswerRequest,
  type HttpsReceiver,
  startHttpsReceiver,
} from "@/lib/adapters/https/testing/https-receiver.fixture";
import { notificationPage } from "@/lib/http/notifications/external-api-schemas";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { DeliveryRun } from "@/lib/notifications/ports";
import {
  createInMemoryDeliveryRuns,
  type InMemoryDeliveryRuns,
} from "@/lib/notifications/testing/in-memory-delivery-runs";
import { attemptDelivery } from "@/lib/notifications/use-cases/attempt-delivery";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { shareContainer } from "../current-container";
import { type ApiUnderTest, prepareApi } from "./api.fixture";

const NOTIFICATIONS = "/external-api/notifications";
/** The 32-byte signing secret of these tests. */
export const TEST_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** The API with a receiver that it can reach, and deliveries that run only when a test triggers them. */
export interface NotificationsUnderTest {
  readonly api: ApiUnderTest;
  /** The engine, which only records the calls that it receives. */
  readonly engine: InMemoryDeliveryRuns;
  /** The ports of the API, with this engine and a clock that can be advanced. */
  readonly ports: Container["ports"];
  readonly receiver: HttpsReceiver;
  /** Sets the response from now on. Each test starts with 200 for every request. */
  answerWith(answer: AnswerRequest): void;
  setForward(ms: number): void;
  setWebhook(url?: string): Promise<void>;
  /** Creates a document and one notification about it that has not been attempted yet. */
  tell(): Promise<{ id: string; documentUuid: string }>;
  /** Runs one turn of the notification's newest run. */
  attempt(id: string): Promise<void>;
  /** Returns all columns of a notification. */
  row(id: string): Promise<Record<string, unknown>>;
}

/** Starts everything before the tests of a file and stops it afterwards. Each test starts without notifications. */
export function prepareNotifications(): NotificationsUnderTest {
  const engine = createInMemoryDeliveryRuns();
  const place = prepareReceiver();
  const api = prepareApi(() => ({
    WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
    WEBHOOK_EXTRA_CA_FILE: place.authorityFile(),
  }));
  let forwardMs = 0;
  const clock = { now: () => new Date(Date.now() + forwardMs) };
  const under: NotificationsUnderTest = {
    api,
    engine,
    get ports() {
      return { ...api.container.ports, deliveryRuns: engine, clock };
    },
    get receiver() {
      return place.receiver();
    },
    answerWith: place.answerWith,
    setForward: (ms) => {
      forwardMs += ms;
    },
    setWebhook: async (url = `${place.receiver().origin}/hook?tenant=1`) => {
      const { secretBox, webhookConfiguration } = api.container.ports;
      const firstSecret = secretBox.seal(TEST_SECRET);
      await webhookConfiguration.setUrl(url, { firstSecret, at: clock.now() }, anAuditNote());
    },
    tell: () => tell(under),
    attempt: (id) => attempt(under, id),
    row: async (id) => {
      const text = "SELECT * FROM notification WHERE id = $1";
      return (await api.container.database.pool.query(text, [id])).rows[0];
    },
  };
  beforeEach(async () => {
    forwardMs = 0;
    place.answerWith((response) => response.end("thank you"));
    engine.setAvailable(true);
    shareContainer({ ...api.container, ports: under.ports });
    await api.container.database.pool.query(
      "TRUNCATE notification, delivery_attempt, status_change, webhook_configuration",
    );
    await under.setWebhook();
    engine.takeStarted();
    engine.takeWoken();
  });
  return under;
}

function prepareReceiver() {
  const folder = mkdtempSync(join(tmpdir(), "stagedoor-notifications-"));
  const authorityFile = join(folder, "authority.pem");
  let receiver: HttpsReceiver | null = null;
  let answer: AnswerRequest = (response) => response.end();
  beforeAll(async () => {
    const authority = await createTestAuthority();
    writeFileSync(authorityFile, authority.certificate);
    receiver = await startHttpsReceiver(await authority.issue(), (...exchange) =>
      answer(...exchange),
    );
  });
  afterAll(async () => {
    await receiver?.close();
    rmSync(folder, { recursive: true });
  });
  return {
    authorityFile: () => authorityFile,
    receiver: () => {
      if (!receiver) throw new Error("the receiver is used before the tests begin");
      return receiver;
    },
    answerWith: (next: AnswerRequest) => {
      answer = next;
    },
  };
}

async function tell({ api, ports, engine }: NotificationsUnderTest) {
  const { uuid: documentUuid } = await api.create();
  await relayStatusChanges(ports, {
    documentUrl: (uuid) => `${api.container.publicUrl}/external-api/staged-documents/${uuid}`,
  });
  engine.takeStarted();
  const answer = await api.call("GET", `${NOTIFICATIONS}?documentUuid=${documentUuid}`);
  const [item] = notificationPage.parse(answer.body).items;
  if (!item) throw new Error("the relay made no notification");
  return { id: item.id, documentUuid };
}

async function attempt({ ports, api }: NotificationsUnderTest, id: string): Promise<void> {
  const { rows } = await api.container.database.pool.query<{ generation: number; n: number }>(
    `SELECT generation, (SELECT count(*)::int + 1 FROM delivery_attempt
       WHERE notification_id = notification.id AND delivery_attempt.generation = notification.generation) AS n
     FROM notification WHERE id = $1`,
    [id],
  );
  if (!rows[0]) throw new Error(`there is no notification ${id}`);
  const run: DeliveryRun = { notificationId: id, generation: rows[0].generation };
  await attemptDelivery(ports, { run, n: rows[0].n });
}
