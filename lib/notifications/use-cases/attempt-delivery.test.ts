import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { arrangeDelivery, RECEIVER_URL } from "../testing/delivery.fixture";
import { refused } from "../testing/in-memory-webhook-transport";
import { setWebhookUrl } from "./webhook-configuration";
import { rotateWebhookSecret } from "./webhook-secrets";

const OVER = { isOver: true, nextAttemptAt: null };
const DAY_SECONDS = 24 * 3600;

async function arrangeRun() {
  const parts = await arrangeDelivery();
  return { ...parts, run: await parts.begin() };
}

describe("a turn of a delivery run", () => {
  test("sends the frozen bytes and the headers of Standard Webhooks if the notification is due", async () => {
    const { ports, run, turn, row } = await arrangeRun();
    const { outcome, attempt, due } = await turn(run);
    expect([outcome, due]).toEqual([OVER, []]);
    expect(attempt).toMatchObject({ n: 1, cause: "schedule", url: RECEIVER_URL, requestIds: [] });
    const [request] = ports.webhookTransport.requests;
    expect(request).toEqual({
      url: RECEIVER_URL,
      body: row(run).body,
      headers: {
        "content-type": "application/json",
        "webhook-id": `msg_${run.notificationId}`,
        "webhook-timestamp": String(ports.clock.now().getTime() / 1000),
        "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        "x-stagedoor-attempt": "1",
      },
    });
    expect(row(run)).toMatchObject({ state: "delivered", attempts: 1 });
  });

  test("sends the notification only once if the turn runs twice", async () => {
    const { ports, run, turn } = await arrangeRun();
    ports.webhookTransport.answerNext(500);
    const first = await turn(run);
    expect(await turn(run)).toEqual({ outcome: first.outcome, attempt: null, due: [] });
    expect(ports.webhookTransport.requests).toHaveLength(1);
  });

  test("sends nothing if the notification is not due, however often the run is woken", async () => {
    const { ports, run, turn, passUntil } = await arrangeRun();
    ports.webhookTransport.answerNext(500);
    const { outcome } = await turn(run);
    passUntil(new Date((outcome.nextAttemptAt?.getTime() ?? 0) - 1));
    for (const n of [2, 3, 4]) expect((await turn(run, n)).outcome).toEqual(outcome);
    expect(ports.webhookTransport.requests).toHaveLength(1);
    ports.clock.advanceSeconds(0.001);
    expect((await turn(run, 5)).outcome).toEqual(OVER);
    expect(ports.webhookTransport.requests).toHaveLength(2);
  });

  test("ends the run of a settled or unknown notification", async () => {
    const { ports, run, turn } = await arrangeRun();
    await turn(run);
    expect((await turn(run, 2)).outcome).toEqual(OVER);
    const notificationId = "019cbc00-0000-7000-8000-ffffffffffff";
    expect((await turn({ notificationId, generation: 1 })).outcome).toEqual(OVER);
    expect(ports.webhookTransport.requests).toHaveLength(1);
  });

  test.each([201, 202, 204, 301, 302, 307, 400, 404, 410, 429, 500, 503])(
    "is retried if the receiver responds with %d",
    async (status) => {
      const { ports, run, turn, row } = await arrangeRun();
      ports.webhookTransport.answerNext(status);
      const { outcome, attempt } = await turn(run);
      expect(outcome.nextAttemptAt).toEqual(row(run).nextAttemptAt);
      expect(attempt?.answer).toMatchObject({ kind: "answered", status });
      expect(row(run)).toMatchObject({ state: "pending", attempts: 1, nextCause: "schedule" });
    },
  );

  test("is retried if it gets no response", async () => {
    const { ports, run, turn, row } = await arrangeRun();
    ports.webhookTransport.answerNext(refused());
    expect((await turn(run)).outcome.isOver).toBe(false);
    expect(row(run).state).toBe("pending");
  });
});

describe("a receiver that never responds with 200", () => {
  test("gets 14 attempts at increasing intervals, the last after exactly 24 h, all with the same bytes", async () => {
    const { ports, run, runUntilOver, row } = await arrangeRun();
    const startedAt = ports.clock.now();
    const { body } = row(run);
    ports.webhookTransport.answerAlways(500);
    await runUntilOver(run);
    const { requests } = ports.webhookTransport;
    expect(requests).toHaveLength(14);
    expect(requests.every((request) => request.body.equals(body))).toBe(true);
    expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(requests.map(({ headers }) => headers["x-stagedoor-attempt"])).toEqual(
      requests.map((_, index) => String(index + 1)),
    );
    const times = ports.notifications.attempts.map((attempt) => attempt.startedAt.getTime());
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(new Set(pauses).size).toBe(13);
    expect((times.at(-1) ?? 0) - startedAt.getTime()).toBe(DAY_SECONDS * 1000);
    expect(row(run)).toMatchObject({ state: "undelivered", settledAt: ports.clock.now() });
  });
});

describe("signatures", () => {
  test("are created for each attempt, over the same id and bytes", async () => {
    const { ports, run, runUntilOver } = await arrangeRun();
    ports.webhookTransport.answerNext(500, 500);
    await runUntilOver(run);
    const headers = ports.webhookTransport.requests.map((request) => request.headers);
    expect(new Set(headers.map((header) => header["webhook-timestamp"])).size).toBe(3);
    expect(new Set(headers.map((header) => header["webhook-signature"])).size).toBe(3);
  });

  test("verify with both secrets for 24 h after a rotation, then only with the new one", async () => {
    const { ports, begin, turn } = await arrangeDelivery();
    // The independent library accepts only signatures with the current time.
    ports.clock.advanceSeconds((Date.now() - ports.clock.now().getTime()) / 1000 - DAY_SECONDS);
    const [before, after] = [
      await rotateWebhookSecret(ports, COMMAND_AUTHOR),
      await rotateWebhookSecret(ports, COMMAND_AUTHOR),
    ];
    const sign = async () => {
      await turn(await begin());
      const { headers, body } = ports.webhookTransport.requests.at(-1) ?? {};
      return { headers: headers ?? {}, body: body ?? Buffer.of() };
    };
    ports.clock.advanceSeconds(DAY_SECONDS - 1);
    const during = await sign();
    for (const { secret } of [before, after]) {
      expect(new Webhook(secret).verify(during.body, during.headers)).toHaveLength(1);
    }
    ports.clock.advanceSeconds(1);
    const later = await sign();
    expect(new Webhook(after.secret).verify(later.body, later.headers)).toHaveLength(1);
    expect(() => new Webhook(before.secret).verify(later.body, later.headers)).toThrow();
  });
});

test("the URL is read for each attempt, so a corrected URL also applies to pending notifications", async () => {
  const { ports, run, turn, passUntil } = await arrangeRun();
  ports.webhookTransport.answerNext(404);
  await turn(run);
  ports.clock.advanceSeconds(2);
  await setWebhookUrl(ports, { url: "https://corrected.example/", author: COMMAND_AUTHOR });
  expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
  passUntil(ports.clock.now());
  const { attempt } = await turn(run, 2);
  expect(attempt).toMatchObject({ url: "https://corrected.example/", cause: "configuration" });
});

test("an error in our own process saves no outcome, and the turn runs again", async () => {
  const { ports, run, turn, row } = await arrangeRun();
  ports.webhookTransport.answerNext(() => {
    throw new Error("out of memory");
  });
  await expect(turn(run)).rejects.toThrow("out of memory");
  expect(row(run)).toMatchObject({ state: "pending", attempts: 0 });
  expect((await turn(run)).outcome).toEqual(OVER);
});
