import { describe, expect, test } from "vitest";
import type { DeliveryRun } from "../ports/delivery-runs";
import { arrangeDeliveries, attemptAt, type OpenDeliveries } from "./deliveries-under-test";

const HOUR_SECONDS = 3600;

/** What every store of deliveries guarantees when the receiver answers again, or another one is named. */
export function describeDeliveryRecovery(name: string, open: OpenDeliveries): void {
  describe(name, () => {
    describeRecovery(open);
    describeSpacing(open);
    describeAskedToWait(open);
    describeOvertaken(open);
    describeNewUrl(open);
  });
}

/** Notifications of which the first is about to be delivered. */
async function arrange(open: OpenDeliveries, count: number) {
  const parts = await arrangeDeliveries(open);
  const [first, ...others] = await parts.freezeDocuments(count);
  if (!first) throw new Error("nothing was frozen");
  const failAll = async (runs: readonly DeliveryRun[], nextInSeconds: number) => {
    for (const run of runs) await parts.fail(run, { nextInSeconds });
  };
  return { ...parts, first, others, failAll };
}

function describeRecovery(open: OpenDeliveries) {
  describe("the first 200 after failures", () => {
    test("makes everything that waits due now, by name and by row", async () => {
      const { first, others, failAll, deliver, pending, clock, at } = await arrange(open, 4);
      await failAll([first, ...others], HOUR_SECONDS);
      clock.advanceSeconds(600);
      const planned = at(HOUR_SECONDS - 600);
      const due = await deliver(first, 2);
      expect([...due].sort(byId)).toEqual([...others].sort(byId));
      for (const run of others) {
        expect(await pending(run)).toMatchObject({
          ...{ nextAttemptAt: clock.now(), nextCause: "recovery", plannedAt: planned },
          series: { slot: 1 },
        });
      }
    });

    test("is the only one that does: later ones wake nobody, until something fails again", async () => {
      const { first, others, failAll, deliver, fail, freezeDocuments, clock } = await arrange(
        open,
        2,
      );
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

    test("leaves alone what is due already", async () => {
      const { first, others, failAll, deliver, pending, clock } = await arrange(open, 2);
      await failAll([first], HOUR_SECONDS);
      const before = await Promise.all(others.map(pending));
      clock.advanceSeconds(5);
      expect(await deliver(first, 2)).toEqual([]);
      expect(await Promise.all(others.map(pending))).toEqual(before);
    });

    test("saved twice recovers once", async () => {
      const { first, others, failAll, deliver, clock } = await arrange(open, 2);
      await failAll([first, ...others], HOUR_SECONDS);
      clock.advanceSeconds(600);
      const both = await Promise.all([deliver(first, 2), deliver(first, 2)]);
      expect(both.flat()).toEqual(others);
    });
  });
}

function describeSpacing(open: OpenDeliveries) {
  test.each([
    { ageSeconds: 2, waitSeconds: 1 },
    { ageSeconds: 100, waitSeconds: 10 },
    { ageSeconds: HOUR_SECONDS, waitSeconds: 30 },
  ])(
    "what failed just now at the age of $ageSeconds s is due $waitSeconds s after that attempt",
    async ({ ageSeconds, waitSeconds }) => {
      const { first, others, failAll, deliver, pending, clock, at } = await arrange(open, 2);
      clock.advanceSeconds(ageSeconds);
      await failAll([first, ...others], HOUR_SECONDS);
      const due = at(waitSeconds);
      expect(await deliver(first, 2)).toEqual(others);
      for (const run of others) expect((await pending(run)).nextAttemptAt).toEqual(due);
    },
  );

  test("what is due sooner than that by its schedule stays there", async () => {
    const { first, others, failAll, deliver, pending, clock, at } = await arrange(open, 2);
    clock.advanceSeconds(HOUR_SECONDS);
    await failAll([first, ...others], 15);
    const due = at(15);
    expect(await deliver(first, 2)).toEqual([]);
    for (const run of others) {
      expect(await pending(run)).toMatchObject({ nextAttemptAt: due, nextCause: "schedule" });
    }
  });

  test("what is refused on both sides of a recovery is due after a tenth of its age, however old", async () => {
    const { first, others, failAll, deliver, fail, pending, freezeDocuments, clock, at } =
      await arrange(open, 2);
    await failAll([first, ...others], 24 * HOUR_SECONDS);
    clock.advanceSeconds(600);
    await deliver(first, 2);
    clock.advanceSeconds(1);
    const [second, third] = await freezeDocuments(2);
    clock.advanceSeconds(2 * HOUR_SECONDS - 601);
    for (const run of others) await fail(run, { n: 2, nextInSeconds: 24 * HOUR_SECONDS });
    // Begun after the recovery, it tells nothing about who is to blame.
    if (third) await fail(third, { nextInSeconds: 24 * HOUR_SECONDS });
    const [refusedDue, newDue] = [at(HOUR_SECONDS / 5), at(30)];
    if (second) await deliver(second);
    for (const run of others) expect((await pending(run)).nextAttemptAt).toEqual(refusedDue);
    if (third) expect((await pending(third)).nextAttemptAt).toEqual(newDue);
  });
}

function describeAskedToWait(open: OpenDeliveries) {
  describe("a receiver that asked to wait", () => {
    test("is not sent to before that by a recovery, but by a new URL", async () => {
      const { first, others, failAll, fail, deliver, pending, setUrl, clock, at } = await arrange(
        open,
        2,
      );
      const notBefore = at(HOUR_SECONDS);
      await failAll([first], 2 * HOUR_SECONDS);
      for (const run of others) await fail(run, { nextInSeconds: 2 * HOUR_SECONDS, notBefore });
      clock.advanceSeconds(600);
      expect(await deliver(first, 2)).toEqual(others);
      for (const run of others) {
        expect(await pending(run)).toMatchObject({
          ...{ nextAttemptAt: notBefore, nextCause: "recovery" },
        });
      }
      expect(await setUrl("https://second.example/")).toEqual(others);
      for (const run of others) expect((await pending(run)).nextAttemptAt).toEqual(clock.now());
    });

    test("and does not ask again is waited for no longer", async () => {
      const { first, others, failAll, fail, deliver, pending, clock, at } = await arrange(open, 2);
      const notBefore = at(HOUR_SECONDS);
      await failAll([first], 2 * HOUR_SECONDS);
      for (const run of others) await fail(run, { notBefore });
      for (const run of others) await fail(run, { n: 2, nextInSeconds: 2 * HOUR_SECONDS });
      clock.advanceSeconds(600);
      expect(await deliver(first, 2)).toEqual(others);
      for (const run of others) expect((await pending(run)).nextAttemptAt).toEqual(clock.now());
    });
  });
}

function describeOvertaken(open: OpenDeliveries) {
  describe("a failure that was on its way when the receiver recovered", () => {
    test("is tried once more at once, beside its schedule", async () => {
      const { first, others, failAll, deliver, fail, pending, clock, at } = await arrange(open, 2);
      const startedAt = clock.now();
      await failAll([first], HOUR_SECONDS);
      await deliver(first, 2);
      clock.advanceSeconds(10);
      for (const run of others) {
        expect(await fail(run, { startedAt })).toEqual({ isOver: false, nextAttemptAt: at(1) });
        expect(await pending(run)).toMatchObject({
          ...{ attempts: 1, nextCause: "recovery", nextAttemptAt: at(1), plannedAt: at(15) },
          series: { startedAt, slot: 1, lastIntervalMs: 15_000 },
        });
      }
    });

    test("does not count as a failure of the receiver that answers", async () => {
      const { first, others, failAll, deliver, fail, freezeDocuments, clock } = await arrange(
        open,
        2,
      );
      const startedAt = clock.now();
      await failAll([first], HOUR_SECONDS);
      await deliver(first, 2);
      for (const run of others) await fail(run, { startedAt, nextInSeconds: HOUR_SECONDS });
      clock.advanceSeconds(600);
      for (const run of await freezeDocuments(1)) expect(await deliver(run)).toEqual([]);
    });

    test("began a moment later keeps to its schedule", async () => {
      const { first, others, failAll, deliver, fail, clock, at } = await arrange(open, 2);
      await failAll([first], HOUR_SECONDS);
      await deliver(first, 2);
      clock.advanceSeconds(0.001);
      for (const run of others) expect((await fail(run)).nextAttemptAt).toEqual(at(15));
    });

    test.each([
      { isExtraAllowed: true, isOver: false },
      { isExtraAllowed: false, isOver: true },
    ])(
      "at the end of its series: over is $isOver when one more is allowed is $isExtraAllowed",
      async ({ isExtraAllowed, isOver }) => {
        const { first, others, failAll, deliver, fail, clock } = await arrange(open, 2);
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
    test("makes everything that waits due now", async () => {
      const { first, others, failAll, setUrl, pending, clock } = await arrange(open, 3);
      await failAll([first, ...others], HOUR_SECONDS);
      const due = await setUrl("https://second.example/");
      expect([...due].sort(byId)).toEqual([first, ...others].sort(byId));
      expect(await pending(first)).toMatchObject({
        ...{ nextAttemptAt: clock.now(), nextCause: "configuration" },
      });
      expect(await setUrl("https://second.example/")).toEqual([]);
    });

    test("that was set while an attempt went to the old one is tried at once", async () => {
      const { first, fail, pending, setUrl, at } = await arrange(open, 1);
      await setUrl("https://second.example/");
      expect((await fail(first, { nextInSeconds: HOUR_SECONDS })).nextAttemptAt).toEqual(at(1));
      expect(await pending(first)).toMatchObject({ nextCause: "configuration" });
    });

    test("that is the old one, or none, leaves the schedule", async () => {
      const { first, others, fail, setUrl, webhookConfiguration, clock, at } = await arrange(
        open,
        2,
      );
      const { url } = attemptAt(clock.now(), { n: 1, status: 500 });
      await setUrl(url);
      expect((await fail(first)).nextAttemptAt).toEqual(at(15));
      await webhookConfiguration.removeUrl(clock.now());
      for (const run of others) expect((await fail(run)).nextAttemptAt).toEqual(at(15));
    });
  });
}

const byId = (a: DeliveryRun, b: DeliveryRun) => (a.notificationId < b.notificationId ? -1 : 1);
