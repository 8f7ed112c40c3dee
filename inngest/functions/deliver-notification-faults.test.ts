import { describe, expect, test } from "vitest";
import { prepareDatabase } from "@/lib/adapters/postgres/core/prepare-database.fixture";
import { DomainError } from "@/lib/kernel/rules/errors";
import { wakeOverdueDeliveries } from "@/lib/notifications/use-cases/wake-overdue-deliveries";
import { createThrowawayDatabase } from "@/testing/throwaway-postgres";
import {
  arrangeDeliveries,
  DELIVER,
  type EnginePorts,
} from "../testing/deliveries-by-engine.fixture";

const openDatabase = prepareDatabase(createThrowawayDatabase);
const arrange = async (change?: (ports: EnginePorts) => Partial<EnginePorts>) =>
  arrangeDeliveries(await openDatabase(), change);

/** Longer than the engine's first retry delay, including jitter. */
const ENGINE_RETRY_SECONDS = 45;
const TURNS_MAX = 300;

/**
 * Returns ports that lose the connection once, after this call to the deliveries: the change is saved, but the caller
 * gets an error.
 */
const losingConnectionAfter =
  (method: "load" | "save") =>
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

describe("a turn interrupted by the database", () => {
  test("before its request is sent is retried by the engine and makes the request once", async () => {
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

  test("after a 200 has been saved does not send the request again", async () => {
    const { engine, receiver, begin, notification, passSeconds } = await arrange(
      losingConnectionAfter("save"),
    );
    const run = await begin();
    await passSeconds(ENGINE_RETRY_SECONDS);

    expect(receiver.requests).toHaveLength(1);
    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 1 });
    expect(await engine.runs(DELIVER)).toMatchObject([{ status: "completed" }]);
  });

  test("after a failed attempt has been saved makes the next attempt instead of repeating the failed one", async () => {
    const { receiver, begin, notification, passSeconds } = await arrange(
      losingConnectionAfter("save"),
    );
    receiver.answerNext(500);
    const run = await begin();
    await passSeconds(ENGINE_RETRY_SECONDS);

    expect(await notification(run)).toMatchObject({
      state: "delivered",
      attempts: 2,
      deliveries: [{ status: 500 }, { status: 200 }],
    });
    expect(receiver.requests).toHaveLength(2);
  });
});

describe("a turn whose response never reaches the engine", () => {
  test.each([
    [200, { state: "delivered", attempts: 1 }],
    [500, { state: "pending", attempts: 1 }],
  ])(
    "is called again, and a request that was answered with %d is not sent again",
    async (status, expected) => {
      const { engine, receiver, begin, notification, passSeconds } = await arrange();
      receiver.answerAlways(status);
      engine.loseNextAnswer();
      const run = await begin();
      await passSeconds(1);

      expect(engine.calls()).toBe(2);
      expect(receiver.requests).toHaveLength(1);
      expect(await notification(run)).toMatchObject(expected);
    },
  );

  test("after a wait is called again, and only then waits for the next attempt", async () => {
    const { engine, receiver, begin, notification, passSeconds } = await arrange();
    receiver.answerAlways(500);
    const run = await begin();
    engine.loseNextAnswer();
    // The second attempt follows after 15 s and the third 30 s later, each with a jitter of up to a tenth.
    await passSeconds(20);

    expect(engine.calls()).toBe(3);
    expect(await notification(run)).toMatchObject({ attempts: 2 });
    expect(await engine.runs(DELIVER)).toMatchObject([
      { phase: "wait", steps: [{ name: "wait-1" }] },
    ]);
    receiver.answerAlways(200);
    await passSeconds(35);
    expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 3 });
    expect(receiver.requests).toHaveLength(3);
  });
});

test("a run continues if it was started by a version that made each attempt a step", async () => {
  const { engine, receiver, begin, notification, passSeconds } = await arrange();
  receiver.answerAlways(500);
  const run = await begin();
  const { nextAttemptAt } = await notification(run);
  const [{ id = "" } = {}] = await engine.runs(DELIVER);
  await engine.addOlderStep(id, "attempt-1", { isOver: false, nextAttemptAt });
  await passSeconds(20);
  expect(await notification(run)).toMatchObject({ state: "pending", attempts: 2 });

  receiver.answerAlways(200);
  await passSeconds(40);
  expect(await notification(run)).toMatchObject({ state: "delivered", attempts: 3 });
  expect(receiver.requests).toHaveLength(3);
  expect(await engine.runs(DELIVER)).toMatchObject([
    { status: "completed", steps: [{ name: "attempt-1" }, { name: "wait-1" }, { name: "wait-3" }] },
  ]);
});

describe("an engine that rejects a wake-up", () => {
  test("is logged once, and the check for overdue deliveries wakes the waiting runs later", async () => {
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
      { level: 40, msg: "deliveries that became due will be woken later" },
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
  test("that has been replaced ends without making a request", async () => {
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

  test(`of ${TURNS_MAX} turns starts a new generation, which continues the same schedule`, async () => {
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
    // The schedule continues with its second interval. 15 s plus 30 s have passed, each with a jitter of up to a tenth.
    expect(Math.abs(sinceFirstMs - 45_000)).toBeLessThanOrEqual(3_000);
  });
});
