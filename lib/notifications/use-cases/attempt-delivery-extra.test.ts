import { describe, expect, test } from "vitest";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { DeliveryRun } from "../ports";
import { arrangeDelivery } from "../testing/delivery.fixture";
import { answered } from "../testing/in-memory-webhook-transport";
import { removeWebhookUrl, setWebhookUrl } from "./webhook-configuration";

const MINUTE_MS = 60_000;
const DAY_SECONDS = 24 * 3600;

async function arrangeFailed(...answers: Parameters<typeof answered>) {
  const parts = await arrangeDelivery();
  const run = await parts.begin();
  const startedAt = parts.ports.clock.now();
  parts.ports.webhookTransport.answerNext(answered(...answers));
  await parts.turn(run);
  const pauseSeconds = () => {
    const nextAt = parts.row(run).nextAttemptAt;
    return nextAt && (nextAt.getTime() - startedAt.getTime()) / 1000;
  };
  return { ...parts, run, startedAt, pauseSeconds };
}

describe("Retry-After", () => {
  test.each([
    ["120", 120.01],
    [" 3600 ", 3600.01],
    ["Sun, 01 Mar 2026 12:10:00 GMT", 600],
    ["999999999", DAY_SECONDS],
  ])("%j moves the next attempt to %d s, but not past the series' end", async (header, seconds) => {
    const { pauseSeconds } = await arrangeFailed(429, { "retry-after": header });
    expect(pauseSeconds()).toBe(seconds);
  });

  test.each([
    "0",
    "1",
    "-5",
    "5.5",
    "1e3",
    "soon",
    "",
    "12 monkeys 2090",
    "2090-01-01T00:00:00Z",
    "Sun, 01 Mar 2026 11:00:00 GMT",
    "Xxx, 99 Yyy 2090 99:99:99 GMT",
  ])("%j changes nothing", async (header) => {
    const { pauseSeconds } = await arrangeFailed(429, { "retry-after": header });
    expect(pauseSeconds()).toBeGreaterThan(13);
    expect(pauseSeconds()).toBeLessThan(17);
  });

  test("is respected even if the receiver recovers before or during the attempt", async () => {
    const { ports, run, turn, row, begin, startedAt } = await arrangeFailed(500);
    const other = await begin();
    ports.webhookTransport.answerNext(answered(503, { "retry-after": "3600" }));
    await turn(other);
    const until = new Date(startedAt.getTime() + 3_600_010);
    ports.clock.advanceSeconds(600);
    const recoverDuring = async () => {
      ports.webhookTransport.answerNext(200);
      await turn(await begin());
      return answered(429, { "retry-after": "3600" });
    };
    ports.webhookTransport.answerNext(recoverDuring);
    await turn(run, 2);
    expect(row(other).nextAttemptAt).toEqual(until);
    const askedLater = new Date(ports.clock.now().getTime() + 3_600_010);
    expect(row(run)).toMatchObject({ nextAttemptAt: askedLater, nextCause: "recovery" });
  });

  test("of the old receiver does not delay attempts to a new URL", async () => {
    const { ports, run, row } = await arrangeFailed(503, { "retry-after": "3600" });
    ports.clock.advanceSeconds(3);
    await setWebhookUrl(ports, { url: "https://second.example/", author: COMMAND_AUTHOR });
    expect(row(run).nextAttemptAt).toEqual(ports.clock.now());
  });

  test("after an attempt outside the schedule also delays the next attempt, but uses no slot", async () => {
    const { ports, run, turn, row } = await arrangeFailed(500);
    ports.clock.advanceSeconds(3);
    await setWebhookUrl(ports, { url: "https://second.example/", author: COMMAND_AUTHOR });
    ports.webhookTransport.answerNext(answered(429, { "retry-after": "60" }));
    await turn(run, 2);
    expect(row(run).nextAttemptAt).toEqual(new Date(ports.clock.now().getTime() + 60_010));
    expect(row(run).series?.slot).toBe(1);
  });
});

describe("attempts outside the schedule", () => {
  test("do not change the next planned attempt or its slot", async () => {
    const { ports, run, turn, row, begin } = await arrangeFailed(500);
    const planned = row(run);
    ports.clock.advanceSeconds(3);
    await turn(await begin());
    expect(row(run)).toMatchObject({ nextAttemptAt: ports.clock.now(), nextCause: "recovery" });
    ports.clock.advanceSeconds(0.001);
    ports.webhookTransport.answerNext(500);
    await turn(run, 2);
    const { nextAttemptAt, plannedAt, series } = planned;
    expect(row(run)).toMatchObject({ nextAttemptAt, plannedAt, series, nextCause: "schedule" });
  });

  test("to an unstable receiver do not use up the schedule, and not every success causes one", async () => {
    const { ports, run, turn, row, begin, passUntil, runUntilOver, startedAt } =
      await arrangeFailed(500);
    const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
    const slotsAt: [seconds: number, slot: number | undefined][] = [];
    let n = 2;
    for (const seconds of [60, 300, 3600]) {
      while ((row(run).nextAttemptAt ?? at(0)) < at(seconds)) {
        // Each time, another notification is delivered, and then this one is rejected again.
        await turn(await begin());
        passUntil(row(run).nextAttemptAt ?? at(0));
        ports.webhookTransport.answerNext(500);
        await turn(run, n);
        n += 1;
      }
      slotsAt.push([seconds, row(run).series?.slot]);
    }
    // The slots are planned at about 15 s, 45 s, 105 s, 225 s, 525 s, ..., whatever happens in between.
    expect(slotsAt).toEqual([
      [60, 3],
      [300, 5],
      [3600, 8],
    ]);
    ports.webhookTransport.answerAlways(500);
    await runUntilOver(run, n);
    expect(ports.clock.now()).toEqual(at(DAY_SECONDS));
    expect(row(run).state).toBe("undelivered");
  });

  test("number about a hundred in 24 h for a notification that is always rejected while other notifications are not", async () => {
    const { ports, run, turn, row, begin, passUntil } = await arrangeFailed(500);
    let n = 2;
    while (row(run).state === "pending") {
      // The sooner another notification is delivered, the sooner the rejected notification is due.
      await turn(await begin());
      passUntil(row(run).nextAttemptAt ?? ports.clock.now());
      ports.webhookTransport.answerNext(500);
      await turn(run, n);
      n += 1;
    }
    expect(row(run).state).toBe("undelivered");
    expect(row(run).attempts).toBeLessThan(115);
  });

  test("include at most one after the end of the series, for a recovery during the last attempt", async () => {
    const { ports, run, turn, row, passUntil, begin } = await arrangeFailed(500);
    const endsAt = new Date((row(run).series?.startedAt.getTime() ?? 0) + DAY_SECONDS * 1000);
    passUntil(endsAt);
    const recoverDuring = async () => {
      ports.webhookTransport.answerNext(500);
      await turn(await begin());
      await turn(await begin());
      return 500;
    };
    ports.webhookTransport.answerNext(recoverDuring);
    expect((await turn(run, 2)).outcome.isOver).toBe(false);
    passUntil(row(run).nextAttemptAt ?? endsAt);
    ports.webhookTransport.answerNext(recoverDuring);
    expect((await turn(run, 3)).outcome.isOver).toBe(true);
    expect(row(run).state).toBe("undelivered");
  });
});

describe("the first 200 after failures", () => {
  test("returns every run to wake, and each of them is attempted immediately", async () => {
    const { ports, begin, turn } = await arrangeDelivery();
    const runs: DeliveryRun[] = [];
    ports.webhookTransport.answerAlways(503);
    for (let count = 0; count < 10; count += 1) {
      const run = await begin().catch(() => null);
      if (run) runs.push(run);
    }
    for (const run of runs) await turn(run);
    ports.clock.advanceSeconds(10);
    ports.webhookTransport.answerAlways(200);
    const healthy = ports.notifications.all()[0];
    if (!healthy) throw new Error("nothing was frozen");
    ports.notifications.put({ ...healthy, nextAttemptAt: ports.clock.now() });
    const [first, ...others] = runs;
    const { due } = await turn(first ?? { notificationId: healthy.id, generation: 1 }, 2);
    expect(due).toEqual(others);
    for (const run of others) expect((await turn(run, 2)).attempt?.cause).toBe("recovery");
    expect(ports.notifications.all().every(({ state }) => state === "delivered")).toBe(true);
  });
});

describe("while no webhook URL is set", () => {
  test("a frozen notification waits for 24 h without an attempt and then becomes undelivered", async () => {
    const { ports, begin, turn, row, passUntil } = await arrangeDelivery();
    const run = await begin();
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    const until = new Date(row(run).createdAt.getTime() + DAY_SECONDS * 1000);
    expect(await turn(run)).toMatchObject({ outcome: { nextAttemptAt: until }, attempt: null });
    passUntil(new Date(until.getTime() - MINUTE_MS));
    expect((await turn(run, 2)).outcome.nextAttemptAt).toEqual(until);
    passUntil(until);
    expect((await turn(run, 3)).outcome.isOver).toBe(true);
    expect(row(run)).toMatchObject({ state: "undelivered", attempts: 0 });
    expect(ports.webhookTransport.requests).toEqual([]);
  });

  test("the 24 h of a resent notification, however old it is, count from the resend", async () => {
    const { ports, begin, turn, row } = await arrangeDelivery();
    const run = await begin();
    await turn(run);
    ports.clock.advanceSeconds(3 * DAY_SECONDS);
    const at = ports.clock.now();
    ports.notifications.put({
      ...row(run),
      state: "pending",
      isResend: true,
      series: null,
      settledAt: null,
      generation: 2,
      generationAt: at,
      nextAttemptAt: at,
      nextCause: "resend",
    });
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    ports.clock.advanceSeconds(60);
    const { outcome } = await turn({ ...run, generation: 2 });
    expect(outcome.nextAttemptAt).toEqual(new Date(at.getTime() + DAY_SECONDS * 1000));
  });

  test("the 24 h of a notification that has been attempted count from its first attempt", async () => {
    const { ports, run, turn, startedAt, passUntil, row } = await arrangeFailed(500);
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    passUntil(row(run).nextAttemptAt ?? startedAt);
    const { outcome } = await turn(run, 2);
    expect(outcome.nextAttemptAt).toEqual(new Date(startedAt.getTime() + DAY_SECONDS * 1000));
  });

  test("a new URL wakes the notification, which is sent there immediately and begins its series", async () => {
    const { ports, begin, turn, row } = await arrangeDelivery();
    const run = await begin();
    await removeWebhookUrl(ports, COMMAND_AUTHOR);
    await turn(run);
    ports.clock.advanceSeconds(3600);
    await setWebhookUrl(ports, { url: "https://second.example/", author: COMMAND_AUTHOR });
    expect(ports.deliveryRuns.takeWoken()).toEqual([run]);
    ports.webhookTransport.answerNext(500);
    const { attempt } = await turn(run, 2);
    expect(attempt).toMatchObject({ url: "https://second.example/", cause: "configuration" });
    expect(row(run).series).toMatchObject({ startedAt: ports.clock.now(), slot: 1 });
  });
});
