import { describe, expect } from "vitest";
import { oneFunction, testOverBoth } from "./test-over-both";

const HOUR_MS = 3_600_000;

describe("O6 a sleep", () => {
  testOverBoth(
    "of a given duration lasts exactly that long, and then the function continues",
    async (start) => {
      const engine = await start(
        oneFunction(async ({ step }) => {
          await step.sleep("nap", "90s");
          return "awake";
        }),
      );
      await engine.trigger("go");
      expect(await engine.run()).toMatchObject({
        status: "running",
        phase: "sleep",
        waitingFor: "nap",
      });

      await engine.pass(89_999);
      expect(engine.calls).toHaveLength(1);
      await engine.pass(1);
      expect(await engine.run()).toMatchObject({ status: "completed", result: "awake" });
    },
  );

  testOverBoth("with a date as its end lasts until that exact millisecond", async (start) => {
    const engine = await start(
      oneFunction(async ({ step, event }) => {
        await step.sleepUntil("nap", new Date(event.data.until));
        return "awake";
      }),
    );
    await engine.trigger("go", { until: engine.now() + 1234 });

    expect(await engine.passUntilDue()).toBe(1234);
    expect((await engine.run()).result).toBe("awake");
  });

  testOverBoth("with a past date as its end ends immediately", async (start) => {
    const engine = await start(
      oneFunction(async ({ step }) => {
        await step.sleepUntil("past", new Date(0));
        await step.sleep("nothing", 0);
        return "awake";
      }),
    );
    await engine.trigger("go");

    expect((await engine.run()).result).toBe("awake");
  });

  testOverBoth("continues across a restart of the executor and ends on time", async (start) => {
    const engine = await start(
      oneFunction(async ({ step }) => {
        await step.sleep("nap", "2h");
        return "awake";
      }),
    );
    await engine.trigger("go");
    await engine.stopExecutor();
    await engine.startExecutor();

    expect(await engine.passUntilDue()).toBe(2 * HOUR_MS);
    expect((await engine.run()).result).toBe("awake");
  });
});
