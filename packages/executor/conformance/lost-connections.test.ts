import { describe, expect } from "vitest";
import { ConnectionLostError } from "../engine/app-transport";
import type { EngineUnderTest } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

const attemptsOf = (engine: EngineUnderTest) => engine.calls.map(({ body }) => body.ctx.attempt);

describe("R3 a call during which the connection to the app is lost", () => {
  /** Loses the connections of the next calls after they have reached the app. */
  const loseCalls = (engine: EngineUnderTest, count: number) => {
    let left = count;
    engine.intercept(async (request, forward) => {
      if (request.method === "PUT" || left === 0) return forward();
      left -= 1;
      throw new ConnectionLostError("socket hang up");
    });
  };

  testOverBoth("does not use up an attempt while the app may only be restarting", async (start) => {
    const engine = await start(oneFunction(({ attempt }) => attempt, { retries: 0 }));
    loseCalls(engine, 9);
    await engine.trigger("go");
    await engine.pass(60_000);

    expect(await engine.run()).toMatchObject({ status: "completed", result: 0 });
    expect(attemptsOf(engine)).toEqual(Array(10).fill(0));
  });

  testOverBoth(
    "uses up an attempt from the tenth consecutive loss on, so that the run ends",
    async (start) => {
      const engine = await start(oneFunction(({ step }) => step.run("x", () => 1), { retries: 1 }));
      loseCalls(engine, 100);
      await engine.trigger("go");
      await engine.pass(180_000);

      const run = await engine.run();
      expect(run).toMatchObject({ status: "failed", error: { name: "ConnectionLost" } });
      expect(run.error?.message).toMatch(
        /11 times in a row: socket hang up\. Does this step crash/,
      );
      expect(attemptsOf(engine)).toEqual([...Array(10).fill(0), 1]);
      const lines = engine.logLines.filter(({ message }) => /10 times in a row/.test(message));
      expect(lines).toMatchObject([{ level: "warn", runId: run.id, functionId: "app-f" }]);
    },
  );

  testOverBoth("a response resets the number of lost connections", async (start) => {
    const engine: EngineUnderTest = await start(
      oneFunction(
        async ({ step }) => {
          await step.run("first", () => loseCalls(engine, 9));
          return step.run("second", () => "done");
        },
        { retries: 0 },
      ),
    );
    loseCalls(engine, 9);
    await engine.trigger("go");
    await engine.pass(180_000);
    expect(await engine.run()).toMatchObject({ status: "completed", result: "done" });
  });
});
