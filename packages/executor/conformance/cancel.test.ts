import { describe, expect } from "vitest";
import { createStepGate } from "./step-gate";
import { oneFunction, testOverBoth } from "./test-over-both";

const CANCEL_BY_ID = { cancelOn: [{ event: "stop", if: "async.data.id == event.data.id" }] };

describe("F2 cancelOn ends a run", () => {
  testOverBoth("that is sleeping, and the run never wakes up", async (start) => {
    const engine = await start(
      oneFunction(async ({ step }) => {
        await step.sleep("nap", "60s");
      }, CANCEL_BY_ID),
    );
    await engine.trigger("go", { id: 1 });
    await engine.trigger("stop", { id: 1 });
    await engine.pass(120_000);

    expect(await engine.run()).toMatchObject({ status: "cancelled", phase: null, dueAt: null });
    expect(engine.calls).toHaveLength(1);
  });

  testOverBoth("that is waiting, and neither the event nor the timeout wakes it", async (start) => {
    const engine = await start(
      oneFunction(async ({ step }) => {
        await step.waitForEvent("wait", { event: "answer", timeout: "60s" });
      }, CANCEL_BY_ID),
    );
    await engine.trigger("go", { id: 1 });
    await engine.trigger("stop", { id: 1 });
    await engine.trigger("answer");
    await engine.pass(120_000);

    expect(await engine.run()).toMatchObject({ status: "cancelled", steps: [] });
    expect(engine.calls).toHaveLength(1);
  });

  testOverBoth("that is waiting for the same event", async (start) => {
    const engine = await start(
      oneFunction(
        async ({ step }) => {
          await step.waitForEvent("wait", { event: "stop", timeout: "60s" });
          return "woken";
        },
        { cancelOn: [{ event: "stop" }] },
      ),
    );
    await engine.trigger("go");
    await engine.trigger("stop");

    expect(await engine.run()).toMatchObject({ status: "cancelled", result: null });
  });

  testOverBoth("that is waiting for its retry", async (start) => {
    const engine = await start(
      oneFunction(() => {
        throw new Error("always");
      }, CANCEL_BY_ID),
    );
    await engine.trigger("go", { id: 1 });
    await engine.trigger("stop", { id: 1 });
    await engine.pass(120_000);

    expect((await engine.run()).status).toBe("cancelled");
    expect(engine.calls).toHaveLength(1);
  });
});

describe("F2 cancelOn ends a run", () => {
  testOverBoth("during a call, and the late response is ignored", async (start) => {
    const gate = createStepGate();
    const engine = await start(
      oneFunction(async ({ step }) => {
        await step.run("x", () => gate.pass("x"));
        return "never";
      }, CANCEL_BY_ID),
    );
    await engine.client.send({ name: "go", data: { id: 1 } });
    await gate.arrival("x");
    await engine.client.send({ name: "stop", data: { id: 1 } });
    gate.open("x");
    await engine.settled();

    expect(await engine.run()).toMatchObject({ status: "cancelled", steps: [], result: null });
    expect(engine.calls).toHaveLength(1);
  });

  testOverBoth("that is waiting for its turn", async (start) => {
    const gate = createStepGate();
    const engine = await start(
      oneFunction(({ step, event }) => step.run("x", () => gate.pass(event.data.id)), {
        ...CANCEL_BY_ID,
        concurrency: 1,
      }),
    );
    await engine.client.send({ name: "go", data: { id: "first" } });
    await gate.arrival("first");
    engine.tick(1);
    await engine.client.send({ name: "go", data: { id: "second" } });
    await engine.client.send({ name: "stop", data: { id: "second" } });
    gate.open("first");
    await engine.settled();

    const statuses = (await engine.runs()).map(({ status }) => status);
    expect(statuses).toEqual(["completed", "cancelled"]);
    expect(gate.waiting()).toEqual([]);
  });
});

describe("F2 cancelOn does not cancel a run", () => {
  testOverBoth("that the event does not match, or that started after the event", async (start) => {
    const engine = await start(
      oneFunction(async ({ step }) => {
        await step.sleep("nap", "60s");
        return "awake";
      }, CANCEL_BY_ID),
    );
    await engine.trigger("stop", { id: 1 });
    await engine.trigger("go", { id: 1 });
    await engine.trigger("stop", { id: 2 });
    await engine.pass(60_000);

    expect((await engine.run()).result).toBe("awake");
  });
});

describe("F2 cancelOn within one send", () => {
  testOverBoth(
    "an event cancels runs started by earlier events, but not by later ones",
    async (start) => {
      const engine = await start(oneFunction(({ step }) => step.sleep("nap", "1h"), CANCEL_BY_ID));
      await engine.client.send([
        { name: "go", id: "before", data: { id: 1 } },
        { name: "stop", data: { id: 1 } },
        { name: "go", id: "after", data: { id: 1 } },
      ]);
      await engine.settled();

      const statuses = (await engine.runs()).map(({ eventId, status }) => [eventId, status]);
      expect(Object.fromEntries(statuses)).toEqual({ before: "cancelled", after: "running" });
    },
  );

  testOverBoth(
    "an event that both starts a run and cancels runs does not cancel the run that it starts",
    async (start) => {
      const newest = oneFunction(({ step }) => step.sleep("nap", "1h"), {
        cancelOn: [{ event: "go" }],
      });
      const engine = await start(newest);
      await engine.trigger("go", {}, "first");
      await engine.trigger("go", {}, "second");

      const statuses = (await engine.runs()).map(({ eventId, status }) => [eventId, status]);
      expect(Object.fromEntries(statuses)).toEqual({ first: "cancelled", second: "running" });
    },
  );
});
