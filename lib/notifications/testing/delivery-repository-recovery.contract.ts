import { describe, expect, test } from "vitest";
import { anAuditNote } from "@/lib/kernel/testing/audit-note.fixture";
import type { DeliveryRun } from "../ports";
import { arrangeWaiting, attemptAt, type OpenDeliveries } from "./deliveries.fixture";
import { describeRecoverySpacing } from "./delivery-repository-spacing.contract";

const HOUR_SECONDS = 3600;

/**
 * Defines the part of the delivery repository contract that covers recovery: the receiver responds with 200 again, or
 * gets a new URL.
 */
export function describeDeliveryRecovery(open: OpenDeliveries): void {
  describe("recovery", () => {
    describeRecovery(open);
    describeRecoverySpacing(open);
    describeOvertaken(open);
    describeNewUrl(open);
  });
}

function describeRecovery(open: OpenDeliveries) {
  describe("the first 200 after failures", () => {
    test("makes every pending notification due now, both in its result and in the rows", async () => {
      const { first, others, failAll, deliver, pending, clock, at } = await arrangeWaiting(open, 4);
      await failAll([first, ...others], HOUR_SECONDS);
      clock.advanceSeconds(600);
      const planned = at(HOUR_SECONDS - 600);
      const due = await deliver(first, 2);
      expect([...due].sort(byId)).toEqual([...others].sort(byId));
      for (const run of others) {
        expect(await pending(run)).toMatchObject({
          nextAttemptAt: clock.now(),
          nextCause: "recovery",
          plannedAt: planned,
          series: { slot: 1 },
        });
      }
    });

    test("has this effect only once: later 200s wake no runs until an attempt fails again", async () => {
      const { first, others, failAll, deliver, fail, freezeDocuments, clock } =
        await arrangeWaiting(open, 2);
      await failAll([first, ...others], HOUR_SECONDS);
      clock.advanceSeconds(600);
      expect(await deliver(first, 2)).toEqual(others);
      clock.advanceSeconds(1);
      for (const run of others) await fail(run, { n: 2, nextInSeconds: HOUR_SECONDS });
      clock.advanceSeconds(600);
      const [third, fourth] = await freezeDocuments(2);
      expect(third && (await deliver(third))).toEqual(others);
      expect(fourth && (await deliver(fourth))).toEqual([]);
    });

    test("does not affect notifications that are already due", async () => {
      const { first, others, failAll, deliver, pending, clock } = await arrangeWaiting(open, 2);
      await failAll([first], HOUR_SECONDS);
      const before = await Promise.all(others.map(pending));
      clock.advanceSeconds(5);
      expect(await deliver(first, 2)).toEqual([]);
      expect(await Promise.all(others.map(pending))).toEqual(before);
    });

    test("causes one recovery even if it is saved twice", async () => {
      const { first, others, failAll, deliver, clock } = await arrangeWaiting(open, 2);
      await failAll([first, ...others], HOUR_SECONDS);
      clock.advanceSeconds(600);
      const both = await Promise.all([deliver(first, 2), deliver(first, 2)]);
      expect(both.flat()).toEqual(others);
    });
  });
}

function describeOvertaken(open: OpenDeliveries) {
  describe("a failure whose attempt was in progress when the receiver recovered", () => {
    test("is retried once immediately, in addition to its schedule", async () => {
      const { first, others, failAll, deliver, fail, pending, clock, at } = await arrangeWaiting(
        open,
        2,
      );
      const startedAt = clock.now();
      await failAll([first], HOUR_SECONDS);
      await deliver(first, 2);
      clock.advanceSeconds(10);
      for (const run of others) {
        expect(await fail(run, { startedAt })).toEqual({ isOver: false, nextAttemptAt: at(1) });
        expect(await pending(run)).toMatchObject({
          attempts: 1,
          nextCause: "recovery",
          nextAttemptAt: at(1),
          plannedAt: at(15),
          series: { startedAt, slot: 1, lastIntervalMs: 15_000 },
        });
      }
    });

    test("does not count as a failure of the recovered receiver", async () => {
      const { first, others, failAll, deliver, fail, freezeDocuments, clock } =
        await arrangeWaiting(open, 2);
      const startedAt = clock.now();
      await failAll([first], HOUR_SECONDS);
      await deliver(first, 2);
      for (const run of others) await fail(run, { startedAt, nextInSeconds: HOUR_SECONDS });
      clock.advanceSeconds(600);
      for (const run of await freezeDocuments(1)) expect(await deliver(run)).toEqual([]);
    });

    test("keeps to its schedule if the attempt began a moment after the recovery", async () => {
      const { first, others, failAll, deliver, fail, clock, at } = await arrangeWaiting(open, 2);
      await failAll([first], HOUR_SECONDS);
      await deliver(first, 2);
      clock.advanceSeconds(0.001);
      for (const run of others) expect((await fail(run)).nextAttemptAt).toEqual(at(15));
    });

    test.each([
      { isExtraAllowed: true, isOver: false },
      { isExtraAllowed: false, isOver: true },
    ])(
      "ends its run at the end of the series: $isOver (extra attempt allowed: $isExtraAllowed)",
      async ({ isExtraAllowed, isOver }) => {
        const { first, others, failAll, deliver, fail, clock } = await arrangeWaiting(open, 2);
        const startedAt = clock.now();
        await failAll([first], HOUR_SECONDS);
        await deliver(first, 2);
        for (const run of others) {
          const saved = await fail(run, { startedAt, nextInSeconds: null, isExtraAllowed });
          expect(saved.isOver).toBe(isOver);
        }
      },
    );
  });
}

function describeNewUrl(open: OpenDeliveries) {
  describe("a new URL", () => {
    test("makes every pending notification due now", async () => {
      const { first, others, failAll, setUrl, pending, clock } = await arrangeWaiting(open, 3);
      await failAll([first, ...others], HOUR_SECONDS);
      const due = await setUrl("https://second.example/");
      expect([...due].sort(byId)).toEqual([first, ...others].sort(byId));
      expect(await pending(first)).toMatchObject({
        nextAttemptAt: clock.now(),
        nextCause: "configuration",
      });
      expect(await setUrl("https://second.example/")).toEqual([]);
    });

    test("causes an immediate retry if it is set during an attempt to the old URL", async () => {
      const { first, fail, pending, setUrl, at } = await arrangeWaiting(open, 1);
      await setUrl("https://second.example/");
      expect((await fail(first, { nextInSeconds: HOUR_SECONDS })).nextAttemptAt).toEqual(at(1));
      expect(await pending(first)).toMatchObject({ nextCause: "configuration" });
    });

    test("does not change the schedule if it equals the old URL, and neither does removing the URL", async () => {
      const { first, others, fail, setUrl, webhookConfiguration, clock, at } = await arrangeWaiting(
        open,
        2,
      );
      const { url } = attemptAt(clock.now(), { n: 1, status: 500 });
      await setUrl(url);
      expect((await fail(first)).nextAttemptAt).toEqual(at(15));
      await webhookConfiguration.removeUrl(clock.now(), anAuditNote());
      for (const run of others) expect((await fail(run)).nextAttemptAt).toEqual(at(15));
    });
  });
}

const byId = (a: DeliveryRun, b: DeliveryRun) => (a.notificationId < b.notificationId ? -1 : 1);
