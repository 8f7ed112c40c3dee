import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Container } from "@/app/container";
import { shareContainer } from "@/app/current-container";
import { prepareApi } from "@/app/testing/api.fixture";
import { createDeliveryRuns } from "@/inngest/delivery-runs";
import { createDiskSpace } from "@/lib/adapters/system";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { createInMemoryDeliveryRuns } from "@/lib/notifications/testing/in-memory-delivery-runs";
import { createDeliveryCheck } from "@/lib/notifications/use-cases/delivery-check";
import { relayStatusChanges } from "@/lib/notifications/use-cases/relay-status-changes";
import { setWebhookUrl } from "@/lib/notifications/use-cases/webhook-configuration";
import { createProcessingCheck } from "@/lib/processing/use-cases/watch-processing";
import { mountSmallDisk } from "@/testing/small-disk";
import { GET } from "./route";

const api = prepareApi();
const ALL_OK = {
  database: "ok",
  objectStore: "ok",
  engine: "ok",
  notifications: "ok",
  processing: "ok",
  audit: "ok",
};

beforeEach(async () => {
  await api.container.database.pool.query(
    "TRUNCATE notification, delivery_attempt, status_change, webhook_configuration",
  );
});

/** Sends a readiness request, as a load balancer would, to a process in which these ports are replaced. */
async function ask(
  change: Partial<Container["ports"]> = { deliveryRuns: createInMemoryDeliveryRuns() },
) {
  const ports = { ...api.container.ports, ...change };
  const checks = {
    checkDeliveries: createDeliveryCheck(ports),
    checkProcessing: createProcessingCheck(ports),
  };
  const container = { ...api.container, ports, ...checks };
  shareContainer(container);
  const answer = await GET();
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const retryAfter = answer.headers.get("retry-after");
  return { status: answer.status, retryAfter, body: await answer.json() };
}

test("the process is ready if every part responds", async () => {
  expect(await ask()).toEqual({
    status: 200,
    retryAfter: null,
    body: { status: "ready", parts: ALL_OK },
  });
});

test("the response is 503 and names the disk if the disk really is full", async ({ skip }) => {
  const disk = mountSmallDisk(80);
  if (disk === null) return skip("this user may not mount a file system");
  onTestFinished(disk.unmount);
  const diskSpace = createDiskSpace({ database: null, objectStore: disk.directory });
  const deliveryRuns = createInMemoryDeliveryRuns();
  disk.fill();
  expect(await ask({ diskSpace, deliveryRuns })).toEqual({
    status: 503,
    retryAfter: "5",
    body: {
      status: "unavailable",
      parts: { ...ALL_OK, objectStore: "full" },
      reasons: [
        "The disk of the object store is full: 0 MiB are free, and at least 64 MiB are needed. Free some space on it.",
      ],
    },
  });
  disk.free();
  expect((await ask({ diskSpace, deliveryRuns })).status).toBe(200);
});

test("readiness is degraded, with 200, if a document has been waiting to be processed for more than an hour", async () => {
  const { ports } = api.container;
  const oldestWaitingAt = new Date(Date.now() - 3_601_000);
  const measure = async () => ({ runsWaiting: 1, runsTaken: 0, oldestWaitingAt });
  const processingStatistics = { ...ports.processingStatistics, measure };
  const processing = { ...ports.processing, choice: async () => "builtin" as const };
  const deliveryRuns = createInMemoryDeliveryRuns();
  expect(await ask({ deliveryRuns, processing, processingStatistics })).toMatchObject({
    status: 200,
    body: {
      status: "degraded",
      parts: { ...ALL_OK, processing: "late" },
      reasons: [expect.stringMatching(/^A document has been waiting for more than an hour/)],
    },
  });
});

test("readiness includes the engine's health, and is degraded, with 200, if the engine has not started yet", async () => {
  let health = 503;
  const server = createServer((_request, response) => response.writeHead(health).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = { isDev: false, baseUrl, eventKey: "key", signingKey: "signkey-prod-ab" };
  const deliveryRuns = createDeliveryRuns(settings, api.container.logger);
  expect(await ask({ deliveryRuns })).toEqual({
    status: 200,
    retryAfter: null,
    body: { status: "degraded", parts: { ...ALL_OK, engine: "unavailable" } },
  });
  health = 200;
  expect((await ask({ deliveryRuns })).body).toEqual({ status: "ready", parts: ALL_OK });
});

test("readiness is degraded if a change has been waiting for more than five minutes", async () => {
  const { ports } = api.container;
  const deliveryRuns = createInMemoryDeliveryRuns();
  await setWebhookUrl(ports, { url: "https://dms.example.com/hook", author: COMMAND_AUTHOR });
  await api.create();
  await relayStatusChanges(
    { ...ports, deliveryRuns },
    { documentUrl: (uuid) => `https://stagedoor.example/${uuid}` },
  );
  expect((await ask()).body).toEqual({ status: "ready", parts: ALL_OK });
  const clock = { now: () => new Date(Date.now() + 301_000) };
  expect(await ask({ deliveryRuns, clock })).toEqual({
    status: 200,
    retryAfter: null,
    body: { status: "degraded", parts: { ...ALL_OK, notifications: "late" } },
  });
});
