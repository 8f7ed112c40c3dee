import { setTimeout as delay } from "node:timers/promises";
import type { Inngest } from "inngest";
import { describe, expect } from "vitest";
import { createStepGate } from "./step-gate";
import { oneFunction, testOverBoth } from "./test-over-both";

describe("C1 an executor that stops during a call", () => {
  testOverBoth("leaves the run to its successor and ignores the late response", async (start) => {
    const gate = createStepGate();
    let calls = 0;
    const engine = await start(
      oneFunction(async ({ step }) => {
        const first = await step.run("first", async () => {
          calls += 1;
          const call = `call ${calls}`;
          await gate.pass(call);
          return call;
        });
        return step.run("second", () => `after ${first}`);
      }),
    );
    await engine.client.send({ name: "go" });
    await gate.arrival("call 1");
    await engine.stopExecutor();
    await engine.startExecutor();
    await gate.arrival("call 2");
    gate.open("call 1");
    gate.open("call 2");
    await engine.settled();

    const run = await engine.run();
    expect(run).toMatchObject({ status: "completed", result: "after call 2" });
    expect(run.steps.map(({ name }) => name)).toEqual(["first", "second"]);
    expect(engine.calls).toHaveLength(4);
  });
});

describe("O7 no wake-up is lost", () => {
  testOverBoth("if many runs wait for events that arrive at any moment", async (start) => {
    const ids = Array.from({ length: 60 }, (_, index) => index);
    const answers = new Map<number, Promise<unknown>>();
    let reportAll = () => {};
    const areAllOnTheirWay = new Promise<void>((resolve) => {
      reportAll = resolve;
    });
    const engine = await start((client) => [
      client.createFunction({ id: "f", triggers: { event: "go" } }, async ({ step, event }) => {
        const { id } = event.data;
        await step.run("work", () => id);
        if (!answers.has(id)) answers.set(id, answerSoon(client, id));
        if (answers.size === ids.length) reportAll();
        const answer = await step.waitForEvent("wait", {
          event: "answer",
          timeout: "1h",
          if: "async.data.id == event.data.id",
        });
        return answer?.data.id;
      }),
    ]);
    await engine.client.send(ids.map((id) => ({ name: "go", data: { id } })));
    await areAllOnTheirWay;
    await Promise.all(answers.values());
    await engine.settled();

    const results = (await engine.runs()).map(({ result }) => result);
    expect(new Set(results)).toEqual(new Set(ids));
  });

  /** Sends the event before, during or after the registration of the wait, which takes a few milliseconds. */
  async function answerSoon(client: Inngest, id: number) {
    await delay(id % 20);
    await client.send({ name: "answer", data: { id } });
  }
});
