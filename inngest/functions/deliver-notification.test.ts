import { describe, expect, test } from "vitest";
import { prepareDatabase } from "@/lib/adapters/postgres/core/prepare-database.fixture";
import type { FailureCode } from "@/lib/notifications/rules/explain-attempt";
import { DEFAULT_RETRY_SCHEDULE } from "@/lib/notifications/rules/retry-schedule";
import { answered, refused } from "@/lib/notifications/testing/in-memory-webhook-transport";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import { arrangeDeliveries, DELIVER, RECEIVER_URL } from "../testing/deliveries-by-engine.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const arrange = async () => arrangeDeliveries(await openDatabase());

const DAY_SECONDS = 24 * 3600;
const DAY_MS = DAY_SECONDS * 1000;

/** Returns an attempt that failed with this code, without a response. */
const failed = (code: FailureCode) => ({ ...refused(), code, detail: code });

describe("a run", () => {
  test("delivers immediately in one call and completes", async () => {
    const { engine, receiver, begin, notification } = await arrange();
    const run = await begin();

    expect(receiver.requests).toMatchObject([
      { url: RECEIVER_URL, headers: { "webhook-id": `msg_${run.notificationId}` } },
    ]);
    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 1 });
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "completed", steps: [] }]);
    expect(engine.calls()).toBe(1);
  });

  test("is started once, however often its start is requested", async () => {
    const { engine, ports, receiver, freeze } = await arrange();
    const run = await freeze();
    await ports.deliveryRuns.start([run, run]);
    await engine.settle();
    await ports.deliveryRuns.start([run]);
    await engine.settle();

    expect(await engine.runs(DELIVER)).toHaveLength(1);
    expect(receiver.requests).toHaveLength(1);
  });

  test("does not hold up other notifications while it waits", async () => {
    const { receiver, begin, notification } = await arrange();
    receiver.answerNext(500);
    const waiting = await begin();
    receiver.answerNext(500);
    await begin();
    const third = await begin();

    expect(await notification(third)).toMatchObject({ state: "delivered" });
    expect(await notification(waiting)).toMatchObject({ attempts: 1 });
  });
});

describe("a receiver that never responds with 200", () => {
  test("receives every attempt of the schedule on time, and then the notification becomes undelivered", async () => {
    const { engine, receiver, begin, notification, passSeconds } = await arrange();
    receiver.answerAlways(500);
    const run = await begin();
    await passSeconds(DAY_SECONDS - 1);
    expect(await notification(run)).toMatchObject({ state: "pending", attempts: 13 });
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "running" }]);
    await passSeconds(1);

    const { deliveries, state, nextAttemptAt } = await notification(run);
    expect({ state, nextAttemptAt }).toEqual({ state: "undelivered", nextAttemptAt: null });
    const startMs = deliveries[0]?.at.getTime() ?? 0;
    const offsets = deliveries.map(({ at }) => (at.getTime() - startMs) / 1000);
    expect(offsets).toHaveLength(14);
    expect(offsets.at(-1)).toBe(DAY_SECONDS);
    const intervals = offsets.slice(1).map((offset, index) => offset - (offsets[index] ?? 0));
    expect(intervals).toEqual(intervals.toSorted((a, b) => a - b));
    let plannedSeconds = 0;
    for (const [index, interval] of DEFAULT_RETRY_SCHEDULE.intervalsSeconds.entries()) {
      plannedSeconds += interval;
      expect(Math.abs((offsets[index + 1] ?? 0) - plannedSeconds)).toBeLessThan(interval / 10);
    }
    await passSeconds(DAY_SECONDS);
    expect(receiver.requests).toHaveLength(14);
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "completed" }]);
  });
});

describe("every outcome but 200 is retried", () => {
  test("with the same id and the same bytes until the response is 200", async () => {
    const outcomes = [
      201,
      202,
      204,
      301,
      307,
      400,
      404,
      410,
      429,
      500,
      "connection-refused" as const,
      "connect-timeout" as const,
      "timeout" as const,
    ];
    const { receiver, begin, notification, passSeconds } = await arrange();
    receiver.answerNext(
      ...outcomes.map((outcome) => (typeof outcome === "number" ? outcome : failed(outcome))),
    );
    const run = await begin();
    await passSeconds(DAY_SECONDS);

    const { state, body, deliveries } = await notification(run);
    expect(state).toBe("delivered");
    expect(deliveries.map(({ status, failureCode }) => status ?? failureCode)).toEqual([
      ...outcomes,
      200,
    ]);
    expect(receiver.requests.map((request) => request.body)).toEqual(deliveries.map(() => body));
    expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual(
      deliveries.map(() => `msg_${run.notificationId}`),
    );
    expect(receiver.requests.map(({ headers }) => headers["x-stagedoor-attempt"])).toEqual(
      deliveries.map((_, index) => String(index + 1)),
    );
  });

  test("after the delay that the receiver asks for, but never after the end of the schedule", async () => {
    const { receiver, begin, notification, passUntil } = await arrange();
    receiver.answerNext(
      answered(503, { "retry-after": "3600" }),
      answered(503, { "retry-after": String(2 * DAY_SECONDS) }),
    );
    const run = await begin();
    const first = await notification(run);
    const startMs = first.deliveries[0]?.at.getTime() ?? 0;
    const waitMs = (first.nextAttemptAt?.getTime() ?? 0) - startMs;
    expect(Math.round(waitMs / 1000)).toBe(3600);

    await passUntil(first.nextAttemptAt);
    const { nextAttemptAt, attempts } = await notification(run);
    expect(attempts).toBe(2);
    expect(nextAttemptAt?.getTime()).toBe(startMs + DAY_MS);
  });
});
