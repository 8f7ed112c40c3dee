import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createStagedoorClient, type StagedoorClient } from "@/lib/client/stagedoor-client";
import {
  notificationDetail,
  notificationPage,
} from "@/lib/http/notifications/external-api-schemas";
import { temporaryRoot } from "@/testing/temporary-root";
import { randomNumbers } from "../crash/kill-plan";
import { changeDocuments, drawLives, type Move } from "../delivery/change-documents";
import { findFaults, firstAccepted } from "../delivery/find-faults";
import { insertFailedDocuments } from "../delivery/insert-changes";
import { startSecondApplication } from "../delivery/second-application";
import { startWitnessReceiver, type WitnessReceiver } from "../delivery/witness-receiver";
import { type Product, startProduct } from "../product";

const PATIENCE = { timeout: 90_000, interval: 100 };
const METRICS_TOKEN = "a-token-for-the-metrics";
const BACKLOG = 10_000;
/** The maximum time that a call may take if it has to wake the engine. */
const CALL_MS_MAX = 10_000;
const NO_FAULTS = { lost: [], others: [] };

let folder: string;
let receiver: WitnessReceiver;
let product: Product;
let client: StagedoorClient;
/**
 * Every change since the product started. After each test, all of them are compared with the receiver's notifications.
 */
const answered: Move[] = [];
const note = (move: Move) => answered.push(move);

beforeAll(async () => {
  folder = await mkdtemp(join(temporaryRoot(), "stagedoor-notifications-"));
  receiver = await startWitnessReceiver(folder);
  product = await startProduct({ env: { ...receiver.settings, METRICS_TOKEN } });
  client = createStagedoorClient(product);
  await client.setWebhook(`${receiver.origin}/hook`);
});

afterAll(async () => {
  await product?.stop();
  await receiver?.stop();
  await rm(folder, { recursive: true, force: true });
});

const answering = (status: number) => receiver.treat(() => ({ kind: "answer", status }));
const accepting = () => receiver.treat(() => ({ kind: "accept" }));
const acceptedItems = () => firstAccepted(receiver.arrivals()).flatMap(({ items }) => items);

async function call(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${product.apiKey}` };
  return (await fetch(`${product.url}/external-api${path}`, { headers })).json();
}

const notifications = async (query: string) =>
  notificationPage.parse(await call(`/notifications?limit=1000&${query}`)).items;

async function untilNothingIsPending(): Promise<void> {
  await receiver.untilReceived(() => acceptedItems().length >= answered.length, PATIENCE.timeout);
  await vi.waitFor(async () => expect(await notifications("state=pending")).toEqual([]), PATIENCE);
}

async function readFeed() {
  const feed = [];
  for await (const entry of client.feed({ limit: 1000 })) feed.push(entry);
  return feed;
}

const faults = async () =>
  findFaults({ answered, feed: await readFeed(), arrivals: receiver.arrivals() });

const changeSome = (of: StagedoorClient, changes: number, seed: number) =>
  changeDocuments(of, drawLives(changes, randomNumbers(seed)), note);

describe("a receiver that fails", () => {
  test("gets the same bytes again and, after its first 200, all other notifications immediately and in order", async () => {
    answering(500);
    await changeSome(client, 12, 1);
    await receiver.untilReceived((all) => all.some(({ attempt }) => (attempt ?? 0) >= 3));
    expect(acceptedItems()).toEqual([]);
    const [waiting] = await notifications("state=pending");
    expect(waiting).toMatchObject({ lastAttempt: { status: 500, failureCode: null } });
    expect(waiting?.lastAttempt?.sentence).toContain("internal error");

    accepting();
    await untilNothingIsPending();
    expect(await faults()).toEqual(NO_FAULTS);
    const shown = notificationDetail.parse(await call(`/notifications/${waiting?.id}`));
    expect(shown.deliveries.at(-1)).toMatchObject({ answer: { status: 200 } });
    expect(shown.deliveries.length).toBe(shown.attempts);
  });

  test("for a long time receives a backlog of 10,000 changes in at most 200 requests, within 60 s of its first 200", async () => {
    answering(503);
    for (const move of await insertFailedDocuments(product, BACKLOG / 2)) note(move);
    // Waits until all creations have been sent and rejected. The failures cannot be sent before the creations.
    await receiver.untilReceived(() => refusedIds().size >= BACKLOG / 2 / 100, PATIENCE.timeout);
    const before = receiver.arrivals().length;
    accepting();
    await receiver.untilReceived(() => firstAcceptedSince(before) !== null, PATIENCE.timeout);
    const beganMs = firstAcceptedSince(before) ?? 0;
    await untilNothingIsPending();

    const sent = receiver.notifications().slice(before);
    const requests = sent.filter(({ arrivedAtMs }) => arrivedAtMs >= beganMs);
    const lastMs = Math.max(...requests.map(({ arrivedAtMs }) => arrivedAtMs));
    expect(requests.length).toBeLessThanOrEqual(200);
    expect(lastMs - beganMs).toBeLessThan(60_000);
    expect(await faults()).toEqual(NO_FAULTS);
  }, 240_000);

  const refusedIds = () =>
    new Set(receiver.notifications().flatMap(({ id, answered }) => (answered === 503 ? [id] : [])));
  const firstAcceptedSince = (index: number) =>
    receiver
      .notifications()
      .slice(index)
      .find((one) => one.answered === 200)?.arrivedAtMs ?? null;
});

describe("a second web process that also runs a relay", () => {
  test("never causes a change to be delivered under two ids or too early", async () => {
    const random = randomNumbers(3);
    receiver.treat(() => (random() < 0.1 ? { kind: "answer", status: 500 } : { kind: "accept" }));
    const second = await startSecondApplication(product);
    try {
      const other = createStagedoorClient({ url: second.url, apiKey: product.apiKey });
      await Promise.all([changeSome(client, 60, 4), changeSome(other, 60, 5)]);
      await untilNothingIsPending();
    } finally {
      await second.stop();
    }
    expect(await faults()).toEqual(NO_FAULTS);
    accepting();
  });
});

describe("an operator", () => {
  test("reads metrics only with the token, and not at all if no token is set", async () => {
    const read = (url: string, token: string) =>
      fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect((await fetch(`${product.url}/api/metrics`)).status).toBe(401);
    expect((await read(product.url, "a-token-for-the-metricz")).status).toBe(401);
    const text = await (await read(product.url, METRICS_TOKEN)).text();
    expect(text).toMatch(/^stagedoor_changes_waiting 0$/m);
    expect(text).toMatch(/^stagedoor_notifications_outstanding 0$/m);
    expect(text).toMatch(/^stagedoor_oldest_undelivered_age_seconds 0$/m);
    expect(text).toMatch(/^stagedoor_delivery_attempts_total\{outcome="500"\} [1-9]\d*$/m);
    expect(text).toMatch(/^stagedoor_delivery_latency_seconds_count [1-9]\d*$/m);

    const second = await startSecondApplication(product, { METRICS_TOKEN: "" });
    const status = (await read(second.url, METRICS_TOKEN)).status;
    await second.stop();
    expect(status).toBe(404);
  });

  test("sees `degraded` while the engine does not respond; changes are accepted, and delivered later", async () => {
    const engine = await product.childPid("inngest");
    const ready = async () => {
      const answer = await fetch(`${product.url}/api/health/ready`);
      return { code: answer.status, ...((await answer.json()) as object) };
    };
    expect(await ready()).toMatchObject({ code: 200, status: "ready", parts: { engine: "ok" } });
    answering(500);
    await changeSome(client, 6, 6);
    // Waits until the next attempt is a few seconds away, so that setting the webhook URL below has to wake the engine.
    await receiver.untilReceived(
      (all) => all.at(-1)?.attempt === 4 && all.at(-1)?.answered === 500,
    );
    // The engine is stopped rather than killed, because the launcher would restart it immediately.
    process.kill(engine, "SIGSTOP");
    try {
      expect(await ready()).toMatchObject({
        code: 200,
        status: "degraded",
        parts: { engine: "unavailable", notifications: "ok" },
      });
      await changeSome(client, 6, 8);
      accepting();
      const askedMs = performance.now();
      await client.setWebhook(`${receiver.origin}/hook-of-a-calm-day`);
      expect(performance.now() - askedMs).toBeLessThan(CALL_MS_MAX);
    } finally {
      process.kill(engine, "SIGCONT");
    }
    await untilNothingIsPending();
    expect(await faults()).toEqual(NO_FAULTS);
    expect(await ready()).toMatchObject({ code: 200, status: "ready" });
  });

  test("after the webhook is removed and set again, pending changes are sent, but not the changes made while there was no webhook", async () => {
    answering(500);
    await changeSome(client, 6, 7);
    await receiver.untilReceived((all) => all.at(-1)?.answered === 500);
    await client.removeWebhook();
    const { uuid } = await client.create({ assetIdentifier: "BLD-0001", name: "silent.txt" });
    accepting();
    await client.setWebhook(`${receiver.origin}/another-hook`);
    await untilNothingIsPending();

    expect(acceptedItems().filter((item) => item.uuid === uuid)).toEqual([]);
    const { lost, others } = await faults();
    expect(lost).toEqual([]);
    // The change is in the feed but was not sent.
    expect(others).toHaveLength(2);
    for (const fault of others) expect(fault).toContain(`${uuid} null→1`);
    expect((await call(`/staged-documents/${uuid}/status-changes`)) as object).toMatchObject({
      items: [{ notified: false }],
    });
  });
});
