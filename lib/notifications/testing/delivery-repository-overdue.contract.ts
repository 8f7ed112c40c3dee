import { describe, expect, test } from "vitest";
import type { DeliveryRun } from "../ports";
import { arrangeDeliveries, type OpenDeliveries } from "./deliveries.fixture";

const limitsAt = (at: (seconds: number) => Date, seconds: number) => ({
  dueBefore: at(seconds),
  wokenBefore: at(seconds - 30),
  lateBefore: at(seconds - 300),
  lateWokenBefore: at(seconds - 60),
});

/** Defines the part of the delivery repository contract that covers overdue deliveries. */
export function describeOverdue(open: OpenDeliveries) {
  describe("overdue", () => {
    test("overdue notifications are pending notifications that were due before the limit, longest waiting first, up to the maximum count", async () => {
      const { freezeDocuments, fail, deliver, deliveries, at, clock } =
        await arrangeDeliveries(open);
      const [late, later, delivered, due] = await freezeDocuments(4);
      if (late && later && delivered && due) {
        await deliver(delivered);
        await fail(later, { nextInSeconds: 20 });
        await fail(late, { nextInSeconds: 10 });
        await fail(due, { nextInSeconds: 30 });
      }
      const asRow = (run: DeliveryRun | undefined, seconds: number) => ({
        ...run,
        nextAttemptAt: at(seconds),
        generationAt: clock.now(),
        wokenBeforeAt: null,
      });
      const claim = (countMax: number) =>
        deliveries.claimOverdue(limitsAt(at, 30), at(30), countMax);
      expect(await deliveries.hasOverdue(limitsAt(at, 10))).toBe(false);
      expect(await deliveries.hasOverdue(limitsAt(at, 30))).toBe(true);
      expect(await claim(1)).toEqual([asRow(late, 10)]);
      expect(await claim(100)).toEqual([asRow(later, 20)]);
      expect(await claim(100)).toEqual([]);
      expect(await deliveries.hasOverdue(limitsAt(at, 30))).toBe(false);
    });

    test("runs are claimed again after 30 s, after 60 s once they are late, and immediately if they were last woken before they were due", async () => {
      const { freezeDocuments, fail, deliveries, at } = await arrangeDeliveries(open);
      const [run] = await freezeDocuments(1);
      const claim = async (seconds: number) => {
        const claimed = await deliveries.claimOverdue(limitsAt(at, seconds), at(seconds), 100);
        return claimed.map(({ wokenBeforeAt }) => wokenBeforeAt);
      };
      expect(await claim(1)).toEqual([null]);
      if (run) await fail(run, { nextInSeconds: 10 });
      expect(await claim(20)).toEqual([at(1)]);
      expect(await claim(50)).toEqual([]);
      expect(await claim(50.001)).toEqual([at(20)]);
      expect(await claim(300)).toEqual([at(50.001)]);
      expect(await claim(359)).toEqual([]);
      expect(await claim(360.001)).toEqual([at(300)]);
    });

    test("overdue notifications are divided among concurrent callers", async () => {
      const { freezeDocuments, deliveries, at } = await arrangeDeliveries(open);
      const runs = await freezeDocuments(12);
      const limits = limitsAt(at, 5);
      const claimed = await Promise.all(
        Array.from({ length: 4 }, () => deliveries.claimOverdue(limits, at(5), 3)),
      );
      const rest = await deliveries.claimOverdue(limits, at(5), 100);
      const ids = [...claimed, rest].flat().map(({ notificationId }) => notificationId);
      expect(ids.sort()).toEqual(runs.map(({ notificationId }) => notificationId).sort());
    });
  });
}
