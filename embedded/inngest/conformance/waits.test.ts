import { describe, expect } from "vitest";
import type { EngineUnderTest } from "./engine-under-test";
import { oneFunction, testOverBoth } from "./test-over-both";

/** Waits a minute for "answer" with the same number, and returns the number's text or null. */
const waitForAnswer = oneFunction(async ({ step }) => {
  const answer = await step.waitForEvent("wait", {
    event: "answer",
    timeout: "60s",
    if: "async.data.number == event.data.number",
  });
  return answer?.data.text ?? null;
});

/** The same after one step. */
const workThenWait = oneFunction(async ({ step }) => {
  await step.run("work", () => "worked");
  const answer = await step.waitForEvent("wait", { event: "answer", timeout: "60s" });
  return answer?.data.text ?? null;
});

/** Lets the app answer, then does `work` before the executor gets that answer; once, at the first answer with `op`. */
function beforeAnswerWith(op: string, engine: EngineUnderTest, work: () => Promise<unknown>) {
  let isDone = false;
  engine.intercept(async (_request, forward) => {
    const answer = await forward();
    if (!isDone && answer.body.includes(`"op":"${op}"`)) {
      isDone = true;
      await work();
    }
    return answer;
  });
}

describe("O7 a wait", () => {
  testOverBoth("ends with the whole event that matches", async (start) => {
    const engine = await start(
      oneFunction(({ step }) =>
        step.waitForEvent("wait", { event: "answer", timeout: "1h", match: "data.number" }),
      ),
    );
    await engine.trigger("go", { number: 7 });
    expect(await engine.run()).toMatchObject({
      status: "running",
      phase: "wait",
      waitingFor: expect.stringMatching(/wait.*answer/),
    });
    await engine.trigger("answer", { number: 7, text: "yes" }, "answer-7");

    expect((await engine.run()).result).toMatchObject({
      id: "answer-7",
      name: "answer",
      data: { number: 7, text: "yes" },
      ts: engine.now(),
    });
  });

  testOverBoth("ends with null after its time-out", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.trigger("go", { number: 7 });

    await engine.pass(59_999);
    expect((await engine.run()).status).toBe("running");
    await engine.pass(1);
    expect(await engine.run()).toMatchObject({ status: "completed", result: null });
  });

  testOverBoth("is not ended by other events, nor by one that does not match", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.trigger("go", { number: 7 });
    await engine.trigger("question", { number: 7 });
    await engine.trigger("answer", { number: 8, text: "not yours" });
    expect((await engine.run()).phase).toBe("wait");

    await engine.trigger("answer", { number: 7, text: "yours" });
    expect((await engine.run()).result).toBe("yours");
  });
});

describe("O7 which events end a wait", () => {
  testOverBoth("not one that had come before the last saved step", async (start) => {
    const engine = await start(workThenWait);
    beforeAnswerWith("StepRun", engine, () =>
      engine.client.send({ name: "answer", data: { text: "too early" } }),
    );
    await engine.trigger("go");
    expect((await engine.run()).phase).toBe("wait");

    await engine.pass(60_000);
    expect((await engine.run()).result).toBeNull();
  });

  testOverBoth("each event id once, however often it is sent", async (start) => {
    const engine = await start(
      oneFunction(async ({ step }) => {
        const first = await step.waitForEvent("first", { event: "answer", timeout: "60s" });
        const second = await step.waitForEvent("second", { event: "answer", timeout: "60s" });
        return [first?.id, second?.id];
      }),
    );
    await engine.trigger("go");
    await engine.trigger("answer", {}, "one");
    await engine.trigger("answer", {}, "one");
    expect(await engine.run()).toMatchObject({ phase: "wait", status: "running" });

    await engine.trigger("answer", {}, "two");
    expect((await engine.run()).result).toEqual(["one", "two"]);
  });

  testOverBoth("not the one that started the run, but the next of its name", async (start) => {
    const engine = await start(
      oneFunction(async ({ step }) => {
        const again = await step.waitForEvent("again", { event: "go", timeout: "60s" });
        return again?.id ?? null;
      }),
    );
    await engine.trigger("go", {}, "first");
    expect((await engine.runs()).map(({ phase }) => phase)).toEqual(["wait"]);

    engine.tick(1);
    await engine.trigger("go", {}, "second");
    const [first, second] = await engine.runs();
    expect([first?.result, second?.phase]).toEqual(["second", "wait"]);
  });
});

describe("O7 no wake-up is lost when the event comes", () => {
  testOverBoth("between the last saved step and the registration of the wait", async (start) => {
    const engine = await start(workThenWait);
    beforeAnswerWith("WaitForEvent", engine, () =>
      engine.client.send({ name: "answer", data: { text: "just in time" } }),
    );
    await engine.trigger("go");

    expect(await engine.run()).toMatchObject({ status: "completed", result: "just in time" });
  });

  testOverBoth(
    "between the start of the run and the registration of its first wait",
    async (start) => {
      const engine = await start(waitForAnswer);
      beforeAnswerWith("WaitForEvent", engine, () =>
        engine.client.send({ name: "answer", data: { number: 7, text: "just in time" } }),
      );
      await engine.trigger("go", { number: 7 });

      expect(await engine.run()).toMatchObject({ status: "completed", result: "just in time" });
    },
  );

  testOverBoth("in one send with the event that starts the run", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.client.send([
      { name: "go", data: { number: 7 } },
      { name: "answer", data: { number: 7, text: "right behind" } },
    ]);
    await engine.settled();

    expect(await engine.run()).toMatchObject({ status: "completed", result: "right behind" });
  });

  testOverBoth(
    "while the executor is on its way down, and another one takes over",
    async (start) => {
      const engine = await start(workThenWait);
      await engine.trigger("go");
      await engine.stopExecutor();
      await engine.startExecutor();
      await engine.trigger("answer", { text: "after the restart" });

      expect(await engine.run()).toMatchObject({ result: "after the restart" });
    },
  );
});

describe("O8 a wait whose event and time-out come together", () => {
  testOverBoth("has exactly one result, the event sent first", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.trigger("go", { number: 7 });
    const sent = engine.client.send({ name: "answer", data: { number: 7, text: "a tie" } });
    await engine.pass(60_000);
    await sent;
    await engine.settled();

    await expectOneResult(engine);
  });

  testOverBoth("has exactly one result, the event sent at the due time", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.trigger("go", { number: 7 });
    const passed = engine.pass(60_000);
    await engine.client.send({ name: "answer", data: { number: 7, text: "a tie" } });
    await passed;
    await engine.settled();

    await expectOneResult(engine);
  });

  async function expectOneResult(engine: EngineUnderTest) {
    const { status, result, steps } = await engine.run();
    expect(status).toBe("completed");
    expect([null, "a tie"]).toContain(result);
    expect(steps).toHaveLength(1);
    expect(engine.calls).toHaveLength(2);
  }
});
