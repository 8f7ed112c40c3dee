import { describe, expect, test } from "vitest";
import { arrangeWaiting, type OpenDeliveries } from "./deliveries.fixture";

const HOUR_SECONDS = 3600;

/** Defines the contract tests for how soon a recovery makes notifications due. */
export function describeRecoverySpacing(open: OpenDeliveries): void {
  describeAskedToWait(open);

  test.each([
    { ageSeconds: 2, waitSeconds: 1 },
    { ageSeconds: 100, waitSeconds: 10 },
    { ageSeconds: HOUR_SECONDS, waitSeconds: 30 },
  ])(
    "after a recovery, a notification that has just failed at the age of $ageSeconds s is due $waitSeconds s after that attempt",
    async ({ ageSeconds, waitSeconds }) => {
      const { first, others, failAll, deliver, pending, clock, at } = await arrangeWaiting(open, 2);
      clock.advanceSeconds(ageSeconds);
      await failAll([first, ...others], HOUR_SECONDS);
      const due = at(waitSeconds);
      expect(await deliver(first, 2)).toEqual(others);
      for (const run of others) expect((await pending(run)).nextAttemptAt).toEqual(due);
    },
  );

  test("after a recovery, a notification that is due sooner by its schedule keeps its time", async () => {
    const { first, others, failAll, deliver, pending, clock, at } = await arrangeWaiting(open, 2);
    clock.advanceSeconds(HOUR_SECONDS);
    await failAll([first, ...others], 15);
    const due = at(15);
    expect(await deliver(first, 2)).toEqual([]);
    for (const run of others) {
      expect(await pending(run)).toMatchObject({ nextAttemptAt: due, nextCause: "schedule" });
    }
  });

  test("a notification that fails both before and after a recovery is due after a tenth of its age, however old it is", async () => {
    const { first, others, failAll, deliver, fail, pending, freezeDocuments, clock, at } =
      await arrangeWaiting(open, 2);
    await failAll([first, ...others], 24 * HOUR_SECONDS);
    clock.advanceSeconds(600);
    await deliver(first, 2);
    clock.advanceSeconds(1);
    const [second, third] = await freezeDocuments(2);
    clock.advanceSeconds(2 * HOUR_SECONDS - 601);
    for (const run of others) await fail(run, { n: 2, nextInSeconds: 24 * HOUR_SECONDS });
    // The attempt of `third` began after the recovery, so it does not show whether the notification is at fault.
    if (third) await fail(third, { nextInSeconds: 24 * HOUR_SECONDS });
    const [refusedDue, newDue] = [at(HOUR_SECONDS / 5), at(30)];
    if (second) await deliver(second);
    for (const run of others) expect((await pending(run)).nextAttemptAt).toEqual(refusedDue);
    if (third) expect((await pending(third)).nextAttemptAt).toEqual(newDue);
  });
}

function describeAskedToWait(open: OpenDeliveries) {
  describe("a receiver that asked to wait", () => {
    test("is not contacted early after a recovery, but is contacted early after a new URL has been set", async () => {
      const { first, others, failAll, fail, deliver, pending, setUrl, clock, at } =
        await arrangeWaiting(open, 2);
      const notBefore = at(HOUR_SECONDS);
      await failAll([first], 2 * HOUR_SECONDS);
      for (const run of others) await fail(run, { nextInSeconds: 2 * HOUR_SECONDS, notBefore });
      clock.advanceSeconds(600);
      expect(await deliver(first, 2)).toEqual(others);
      for (const run of others) {
        expect(await pending(run)).toMatchObject({
          nextAttemptAt: notBefore,
          nextCause: "recovery",
        });
      }
      expect(await setUrl("https://second.example/")).toEqual(others);
      for (const run of others) expect((await pending(run)).nextAttemptAt).toEqual(clock.now());
    });

    test("is contacted immediately after a recovery once it no longer asks to wait", async () => {
      const { first, others, failAll, fail, deliver, pending, clock, at } = await arrangeWaiting(
        open,
        2,
      );
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
