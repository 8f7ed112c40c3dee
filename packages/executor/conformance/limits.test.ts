import { describe, expect } from "vitest";
import { answerWithOps } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

const DAY_MS = 86_400_000;

describe("R4 a run that never ends", () => {
  testOverBoth("fails after 1000 steps, with an explanation", async (start) => {
    const engine = await start(oneFunction(() => "never"));
    let steps = 0;
    engine.intercept(async (request, forward) => {
      if (request.method === "PUT") return forward();
      steps += 1;
      const id = steps.toString(16).padStart(40, "0");
      return answerWithOps([{ id, op: "StepRun", name: `step ${steps}`, data: steps }]);
    });
    await engine.trigger("go");

    const run = await engine.run();
    expect(run.status).toBe("failed");
    expect(run.error?.message).toContain("1000");
    expect(run.steps).toHaveLength(1000);
  });
});

describe("a run whose state is too large", () => {
  testOverBoth("fails before its state exceeds 4 MB, with an explanation", async (start) => {
    const megabyte = "x".repeat(1_000_000);
    const engine = await start(
      oneFunction(async ({ step }) => {
        for (let number = 1; number <= 6; number += 1) await step.run(`${number}`, () => megabyte);
        return "never";
      }),
    );
    await engine.trigger("go");

    const run = await engine.run();
    expect(run.status).toBe("failed");
    expect(run.error?.message).toMatch(/4 ?M|4194304|4,194,304|4000000/i);
    for (const { body } of engine.calls) {
      expect(JSON.stringify(body).length).toBeLessThanOrEqual(4 * 1024 * 1024);
    }
  });
});

describe("history", () => {
  testOverBoth("of ended runs is kept for a week; live runs are never pruned", async (start) => {
    const engine = await start((client) => [
      client.createFunction({ id: "short", triggers: { event: "go" } }, () => "done"),
      client.createFunction({ id: "long", triggers: { event: "go" } }, async ({ step }) => {
        await step.run("work", () => "worked");
        await step.sleep("nap", "30d");
        return "awake";
      }),
    ]);
    await engine.trigger("go");
    engine.tick(6.9 * DAY_MS);
    await engine.settled();
    expect(await engine.runs("short")).toHaveLength(1);

    engine.tick(0.2 * DAY_MS);
    await engine.settled();
    expect(await engine.runs("short")).toEqual([]);
    engine.tick(23 * DAY_MS);
    await engine.pass(5000);
    expect(await engine.run("long")).toMatchObject({ result: "awake", eventName: "go" });
  });
});
