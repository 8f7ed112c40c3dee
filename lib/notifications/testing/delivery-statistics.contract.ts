import { describe, expect, test } from "vitest";
import type { DeliveryStatisticsSource } from "../log-ports";
import { arrangeDeliveries, type DeliveriesUnderTest } from "./deliveries.fixture";

const NOTHING = { nextAttemptAt: null, undeliveredCount: 0, lastDeliveredAt: null };

/** Opens separate repositories for each test, with a summary of them. */
export type OpenSummary = () => Promise<
  DeliveriesUnderTest & { readonly deliveryStatistics: DeliveryStatisticsSource }
>;

/** Defines the contract tests for the summary of delivery statistics. */
export function describeDeliveryStatisticsContract(name: string, open: OpenSummary): void {
  const arrange = async (count: number) => {
    const opened = await open();
    const parts = await arrangeDeliveries(async () => opened);
    const runs = await parts.freezeDocuments(count);
    return { ...parts, runs, summarise: () => opened.deliveryStatistics.summarise() };
  };

  describe(name, () => {
    test("returns nothing while there are no notifications", async () => {
      const { summarise } = await arrange(0);
      expect(await summarise()).toEqual(NOTHING);
    });

    test("returns the earliest planned attempt", async () => {
      const { runs, fail, at, clock, summarise } = await arrange(2);
      expect(await summarise()).toEqual({ ...NOTHING, nextAttemptAt: clock.now() });
      for (const [index, run] of runs.entries())
        await fail(run, { nextInSeconds: 90 - index * 60 });
      expect(await summarise()).toEqual({ ...NOTHING, nextAttemptAt: at(30) });
    });

    test("counts undelivered notifications separately from delivered ones", async () => {
      const { runs, fail, clock, summarise } = await arrange(3);
      for (const run of runs.slice(1)) {
        await fail(run, { nextInSeconds: null, isExtraAllowed: false });
      }
      const nextAttemptAt = clock.now();
      expect(await summarise()).toEqual({ ...NOTHING, nextAttemptAt, undeliveredCount: 2 });
    });

    test("returns the time of the latest delivery, even if an older notification was delivered last", async () => {
      const { runs, deliver, clock, summarise } = await arrange(2);
      const [older, newer] = runs;
      if (!older || !newer) throw new Error("nothing was frozen");
      clock.advanceSeconds(10);
      await deliver(newer);
      clock.advanceSeconds(10);
      await deliver(older);
      expect(await summarise()).toEqual({ ...NOTHING, lastDeliveredAt: clock.now() });
    });
  });
}
