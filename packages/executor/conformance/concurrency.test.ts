import { describe, expect } from "vitest";
import { createStepGate, type StepGate } from "./step-gate";
import { oneFunction, testOverBoth } from "./test-over-both";

/** Creates a function whose step is held at the gate. Runs of the same customer are called one at a time. */
const oneForEachCustomer = (gate: StepGate) =>
  oneFunction(({ step, event }) => step.run("x", () => gate.pass(event.data.name)), {
    concurrency: { limit: 1, key: "event.data.customer" },
  });

describe("F4 a concurrency limit of one per key", () => {
  testOverBoth(
    "keeps calls with the same key apart, but lets calls with different keys overlap",
    async (start) => {
      const gate = createStepGate();
      const engine = await start(oneForEachCustomer(gate));
      const send = (name: string, customer: string) =>
        engine.client.send({ name: "go", data: { name, customer } });
      await send("a1", "a");
      await gate.arrival("a1");
      await send("a2", "a");
      await send("b1", "b");
      await gate.arrival("b1");
      expect(gate.waiting()).toEqual(["a1", "b1"]);

      gate.open("a1");
      await gate.arrival("a2");
      gate.open("b1");
      gate.open("a2");
      await engine.settled();
      const statuses = (await engine.runs()).map(({ status }) => status);
      expect(statuses).toEqual(["completed", "completed", "completed"]);
    },
  );

  testOverBoth("is not used up by a run that is sleeping", async (start) => {
    const engine = await start(
      oneFunction(
        async ({ step, event }) => {
          if (event.data.sleeps) await step.sleep("nap", "1h");
          return "done";
        },
        { concurrency: { limit: 1, key: "event.data.customer" } },
      ),
    );
    await engine.trigger("go", { customer: "a", sleeps: true });
    engine.tick(1);
    await engine.trigger("go", { customer: "a", sleeps: false });

    const [sleeper, other] = await engine.runs();
    expect([sleeper?.phase, other?.result]).toEqual(["sleep", "done"]);
  });
});

describe("F4 a concurrency limit without a key", () => {
  testOverBoth("applies to all calls of its function and to no other function", async (start) => {
    const gate = createStepGate();
    const engine = await start((client) => [
      client.createFunction(
        { id: "limited", concurrency: { limit: 2 }, triggers: { event: "go" } },
        ({ step, event }) => step.run("x", () => gate.pass(event.data.name)),
      ),
      client.createFunction({ id: "free", triggers: { event: "other" } }, ({ step }) =>
        step.run("x", () => gate.pass("other")),
      ),
    ]);
    const names = ["one", "two", "three"];
    await engine.client.send(names.map((name) => ({ name: "go", data: { name } })));
    await engine.client.send({ name: "other" });
    await gate.arrival("other");
    expect(gate.waiting()).toHaveLength(3);
    expect(gate.waiting()).not.toContain("three");

    gate.open("one");
    await gate.arrival("three");
    for (const name of gate.waiting()) gate.open(name);
    await engine.settled();
    expect((await engine.runs()).every(({ status }) => status === "completed")).toBe(true);
  });
});

describe("the limit on simultaneous calls", () => {
  testOverBoth("applies to all functions together, and every run gets its turn", async (start) => {
    let running = 0;
    let runningMax = 0;
    let reportThree = () => {};
    let open = () => {};
    const threeAreRunning = new Promise<void>((resolve) => {
      reportThree = resolve;
    });
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const work = async () => {
      running += 1;
      runningMax = Math.max(runningMax, running);
      if (running === 3) reportThree();
      await opened;
      running -= 1;
    };
    const engine = await start(
      oneFunction(({ step }) => step.run("x", work)),
      { callsMax: 3 },
    );
    await engine.client.send(Array.from({ length: 30 }, () => ({ name: "go" })));
    await threeAreRunning;
    await engine.client.send({ name: "another" });
    open();
    await engine.settled();

    expect(runningMax).toBe(3);
    const runs = await engine.runs();
    expect(runs.filter(({ status }) => status === "completed")).toHaveLength(30);
  });
});
