import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { problem } from "@/lib/http/core/schemas";
import {
  notificationDetail,
  notificationPage,
} from "@/lib/http/notifications/external-api-schemas";
import { wakeOverdueDeliveries } from "@/lib/notifications/use-cases/wake-overdue-deliveries";
import { prepareNotifications, TEST_SECRET } from "../testing/notifications.fixture";

const NOTIFICATIONS = "/external-api/notifications";
const NIL_UUID = "00000000-0000-0000-0000-000000000000";
const under = prepareNotifications();
const { api } = under;

const sendTest = async () => {
  const answer = await api.call("POST", `${NOTIFICATIONS}/tests`);
  expect(answer.status).toBe(200);
  return notificationDetail.parse(answer.body);
};
const failingSince = async () => {
  const text = "SELECT failing_since FROM webhook_configuration";
  return (await api.container.database.pool.query(text)).rows[0].failing_since;
};

test("a test notification arrives signed, is marked as a test, and contains no document", async () => {
  const shown = await sendTest();
  const received = under.receiver.received.at(-1);
  const body = received?.body.toString() ?? "";
  expect(received?.headers).toMatchObject({
    "x-stagedoor-test": "1",
    "x-stagedoor-attempt": "1",
    "webhook-id": shown.webhookId,
    "content-type": "application/json",
  });
  const headers = received?.headers as Record<string, string>;
  expect(new Webhook(TEST_SECRET).verify(body, headers)).toEqual([
    {
      uuid: NIL_UUID,
      url: `${api.container.publicUrl}/external-api/staged-documents/${NIL_UUID}`,
      currentStatus: 1,
      previousStatus: null,
    },
  ]);
  expect(shown).toMatchObject({
    body,
    state: "delivered",
    isTest: true,
    attempts: 1,
    nextAttemptAt: null,
    deliveries: [{ cause: "test", answer: { status: 200, body: "thank you" }, sentence: null }],
  });
});

test("the response to a test is the same notification that the delivery log shows afterwards", async () => {
  const shown = await sendTest();
  expect((await api.call("GET", `${NOTIFICATIONS}/${shown.id}`)).body).toEqual(shown);
  const { items } = notificationPage.parse((await api.call("GET", NOTIFICATIONS)).body);
  expect(items).toMatchObject([{ id: shown.id, isTest: true, state: "delivered" }]);
});

test("a rejected test is undelivered immediately, is not retried, and starts no outage", async () => {
  under.answerWith((response) => response.writeHead(201).end("made"));
  const shown = await sendTest();
  expect(shown).toMatchObject({
    state: "undelivered",
    attempts: 1,
    nextAttemptAt: null,
    lastAttempt: { status: 201, sentence: expect.stringContaining("only 200 counts") },
    deliveries: [{ answer: { status: 201, body: "made" }, nextAttemptAt: null }],
  });
  expect(shown.settledAt).not.toBeNull();
  expect(await failingSince()).toBeNull();
  under.setForward(1e9);
  expect(await wakeOverdueDeliveries(under.ports)).toBe(0);
});

test("a delivered test does not end an outage", async () => {
  const { id } = await under.tell();
  under.answerWith((response) => response.writeHead(500).end());
  await under.attempt(id);
  const since = await failingSince();
  expect(since).toBeInstanceOf(Date);
  under.answerWith((response) => response.end());
  expect(await sendTest()).toMatchObject({ state: "delivered" });
  expect(await failingSince()).toEqual(since);
  expect(await under.row(id)).toMatchObject({ state: "pending", next_cause: "schedule" });
});

test("a test without a response reports why there was none", async () => {
  await under.setWebhook("https://127.0.0.1:1/");
  const { lastAttempt, deliveries } = await sendTest();
  expect(lastAttempt).toMatchObject({
    status: null,
    failureCode: "connection-refused",
    sentence: "Nothing is listening on 127.0.0.1, port 1.",
  });
  expect(deliveries).toMatchObject([{ answer: null, url: "https://127.0.0.1:1/" }]);
});

test("without a webhook URL, a test returns 409 and is not stored", async () => {
  await api.call("DELETE", "/external-api/external-dms-configuration");
  const answer = await api.call("POST", `${NOTIFICATIONS}/tests`);
  expect(problem.parse(answer.body)).toMatchObject({ status: 409, code: "webhook-not-configured" });
  expect((await api.call("GET", NOTIFICATIONS)).body).toEqual({ items: [], nextCursor: null });
});
