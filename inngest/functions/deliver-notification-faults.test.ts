import { describe, expect, test } from "vitest";
import { createThrowawayDatabase } from "@/embedded/throwaway/throwaway-postgres";
import { prepareDatabase } from "@/lib/adapters/postgres/core/prepare-database.fixture";
import { DomainError } from "@/lib/kernel/rules/errors";
import { wakeOverdueDeliveries } from "@/lib/notifications/use-cases/wake-overdue-deliveries";
import {
  arrangeDeliveries,
  DELIVER,
  type EnginePorts,
} from "../testing/deliveries-by-engine.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const arrange = async (change?: (ports: EnginePorts) => Partial<EnginePorts>) =>
  arrangeDeliveries(await openDatabase(), change);

/** More than the first delay of the engine, jitter included. */
const ENGINE_RETRY_SECONDS = 45;
const TURNS_MAX = 150;

/** Once, the connection ends behind this call of the deliveries: what was saved stays, but nobody is told. */
const losingConnectionAfter =
  (method: "load" | "saveFailed" | "saveDelivered") =>
  ({ deliveries }: EnginePorts): Partial<EnginePorts> => {
    let isLost = false;
    const call = Reflect.get(deliveries, method);
    const losing = async (...args: readonly unknown[]) => {
      const result: unknown = await Reflect.apply(call, deliveries, args);
      if (isLost) return result;
      isLost = true;
      throw new Error("the connection to the database is gone");
    };
    return { deliveries: { ...deliveries, [method]: losing } };
  };

describe("a turn that the database cuts off", () => {
  test("before its request is done again by the engine, and the request is made once", async () => {
    const { engine, receiver, begin, notification, passSeconds } = await arrange(
      losingConnectionAfter("load"),
    );
    const run = await begin();
    expect(receiver.requests).toHaveLength(0);
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "running", attempt: 1 }]);
    await passSeconds(ENGINE_RETRY_SECONDS);

    expect(receiver.requests).toHaveLength(1);
    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 1 });
  });

  test("behind a saved 200 is not made again", async () => {
    const { engine, receiver, begin, notification, passSeconds } = await arrange(
      losingConnectionAfter("saveDelivered"),
    );
    const run = await begin();
    await passSeconds(ENGINE_RETRY_SECONDS);

    expect(receiver.requests).toHaveLength(1);
    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 1 });
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "completed" }]);
  });

  test("behind a saved failure is not made again, and the next one is", async () => {
    const { receiver, begin, notification, passSeconds } = await arrange(
      losingConnectionAfter("saveFailed"),
    );
    receiver.answerNext(500);
    const run = await begin();
    await passSeconds(ENGINE_RETRY_SECONDS);

    expect(await notification(run)).toMatchObject({
      ...{ state: "delivered", attempts: 2 },
      deliveries: [{ status: 500 }, { status: 200 }],
    });
    expect(receiver.requests).toHaveLength(2);
  });
});

describe("an engine that takes no wake-up", () => {
  test("is one line in the log, and whoever looks after overdue rows wakes them", async () => {
    let isAway = true;
    const { engine, ports, receiver, begin, notification, passSeconds } = await arrange(
      ({ deliveryRuns }) => ({
        deliveryRuns: {
          ...deliveryRuns,
          wake: async (runs) => {
            if (isAway) throw new DomainError("engine-unavailable", "It is away.");
            await deliveryRuns.wake(runs);
          },
        },
      }),
    );
    receiver.answerAlways(500);
    const waiting = await begin();
    await passSeconds(3600);
    receiver.answerAlways(200);
    await begin();
    expect(engine.log.lines()).toMatchObject([
      { level: 40, msg: "the deliveries that became due are woken later" },
    ]);
    expect(await notification(waiting)).toMatchObject({ attempts: 8 });

    isAway = false;
    await passSeconds(3);
    expect(await wakeOverdueDeliveries(ports)).toBe(1);
    await engine.settle();
    expect(await notification(waiting)).toMatchObject({ state: "delivered", attempts: 9 });
  });
});

describe("a generation", () => {
  test("that another one replaced ends without a request", async () => {
    const { engine, ports, receiver, begin, wake, notification } = await arrange();
    receiver.answerNext(500);
    const run = await begin();
    const next = await ports.deliveries.beginGeneration(run, ports.clock.now());
    if (!next) throw new Error("there is no next generation");
    await wake(run);
    expect(receiver.requests).toHaveLength(1);
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "completed" }]);

    await ports.deliveryRuns.start([next]);
    const { nextAttemptAt } = await notification(run);
    await engine.passUntil(nextAttemptAt?.getTime() ?? 0);
    expect(receiver.requests).toHaveLength(2);
    expect(await notification(run)).toMatchObject({ state: "delivered" });
  });

  test(`of ${TURNS_MAX} turns hands over to a new one, which keeps the series`, async () => {
    const { engine, receiver, begin, wake, notification, passUntil } = await arrange();
    receiver.answerNext(500);
    const run = await begin();
    for (let turn = 2; turn <= TURNS_MAX; turn += 1) await wake(run);
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "running" }]);
    await wake(run);
    expect(await engine.runs(DELIVER)).toMatchObject([
      { status: "completed" },
      { status: "running" },
    ]);

    receiver.answerAlways(500);
    await passUntil((await notification(run)).nextAttemptAt);
    const { deliveries, nextAttemptAt } = await notification(run);
    expect(deliveries).toHaveLength(2);
    const sinceFirstMs = (nextAttemptAt?.getTime() ?? 0) - (deliveries[0]?.at.getTime() ?? 0);
    // The second interval of the schedule follows the first one: 15 s and 30 s, each jittered by a tenth.
    expect(Math.abs(sinceFirstMs - 45_000)).toBeLessThanOrEqual(3_000);
  });
});
