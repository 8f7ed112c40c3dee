import { describe, expect } from "vitest";
import type { EngineUnderTest } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

/**
 * Waits up to a minute for an "answer" event with the same number; returns the event's text, or null if none arrives.
 */
const waitForAnswer = oneFunction(async ({ step }) => {
  const answer = await step.waitForEvent("wait", {
    event: "answer",
    timeout: "60s",
    if: "async.data.number == event.data.number",
  });
  return answer?.data.text ?? null;
});

/** Runs two steps, and then waits in the same way as `waitForAnswer`. */
const workThenWait = oneFunction(async ({ step }) => {
  await step.run("prepare", () => "prepared");
  await step.run("work", () => "worked");
  const answer = await step.waitForEvent("wait", { event: "answer", timeout: "60s" });
  return answer?.data.text ?? null;
});

/**
 * Delays the first response that contains `text`: `work` is done after the app has responded and before the executor
 * receives the response.
 */
function beforeAnswerWith(text: string, engine: EngineUnderTest, work: () => Promise<unknown>) {
  let isDone = false;
  engine.intercept(async (_request, forward) => {
    const answer = await forward();
    if (!isDone && answer.body.includes(text)) {
      isDone = true;
      await work();
    }
    return answer;
  });
}

describe("O7 a wait", () => {
  testOverBoth("ends with the complete event that matches", async (start) => {
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

  testOverBoth("ends with null after its timeout", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.trigger("go", { number: 7 });

    await engine.pass(59_999);
    expect((await engine.run()).status).toBe("running");
    await engine.pass(1);
    expect(await engine.run()).toMatchObject({ status: "completed", result: null });
  });

  testOverBoth(
    "is not ended by an event that has a different name or does not match",
    async (start) => {
      const engine = await start(waitForAnswer);
      await engine.trigger("go", { number: 7 });
      await engine.trigger("question", { number: 7 });
      await engine.trigger("answer", { number: 8, text: "not yours" });
      expect((await engine.run()).phase).toBe("wait");

      await engine.trigger("answer", { number: 7, text: "yours" });
      expect((await engine.run()).result).toBe("yours");
    },
  );
});

describe("O7 an event", () => {
  testOverBoth(
    "that arrived before the call of the last step does not end a wait",
    async (start) => {
      const engine = await start(workThenWait);
      beforeAnswerWith('"prepared"', engine, () =>
        engine.client.send({ name: "answer", data: { text: "too early" } }),
      );
      await engine.trigger("go");
      expect((await engine.run()).phase).toBe("wait");

      await engine.pass(60_000);
      expect((await engine.run()).result).toBeNull();
    },
  );

  testOverBoth(
    "ends only one wait, even if it arrived while the previous step was running",
    async (start) => {
      const engine = await start(
        oneFunction(async ({ step }) => {
          await step.run("work", () => "worked");
          const first = await step.waitForEvent("first", { event: "answer", timeout: "60s" });
          const second = await step.waitForEvent("second", { event: "answer", timeout: "60s" });
          await step.run("more work", () => "worked");
          const third = await step.waitForEvent("third", { event: "answer", timeout: "60s" });
          return [first?.id, second?.id, third?.id];
        }),
      );
      beforeAnswerWith('"worked"', engine, () => engine.client.send({ name: "answer", id: "one" }));
      await engine.trigger("go");
      expect((await engine.run()).waitingFor).toMatch(/^second/);

      await engine.trigger("answer", {}, "two");
      expect((await engine.run()).waitingFor).toMatch(/^third/);
      await engine.trigger("answer", {}, "three");
      expect((await engine.run()).result).toEqual(["one", "two", "three"]);
    },
  );

  testOverBoth("ends only one wait, however often its id is sent", async (start) => {
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

  testOverBoth(
    "that started the run does not end a wait, but the next event with the same name does",
    async (start) => {
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
    },
  );
});

describe("O7 no wake-up is lost if the event arrives", () => {
  testOverBoth("while the step before the wait is running", async (start) => {
    const engine = await start(workThenWait);
    beforeAnswerWith('"worked"', engine, () =>
      engine.client.send({ name: "answer", data: { text: "at once" } }),
    );
    await engine.trigger("go");

    expect(await engine.run()).toMatchObject({ status: "completed", result: "at once" });
  });

  testOverBoth(
    "during a step that fails for good, with an error that the function catches",
    async (start) => {
      const engine = await start(
        oneFunction(
          async ({ step }) => {
            await step.run("work", () => Promise.reject(new Error("no"))).catch(() => null);
            const answer = await step.waitForEvent("wait", { event: "answer", timeout: "60s" });
            return answer?.data.text;
          },
          { retries: 0 },
        ),
      );
      beforeAnswerWith('"op":"StepFailed"', engine, () =>
        engine.client.send({ name: "answer", data: { text: "at once" } }),
      );
      await engine.trigger("go");

      expect(await engine.run()).toMatchObject({ status: "completed", result: "at once" });
    },
  );

  testOverBoth("between the last saved step and the registration of the wait", async (start) => {
    const engine = await start(workThenWait);
    beforeAnswerWith('"op":"WaitForEvent"', engine, () =>
      engine.client.send({ name: "answer", data: { text: "just in time" } }),
    );
    await engine.trigger("go");

    expect(await engine.run()).toMatchObject({ status: "completed", result: "just in time" });
  });

  testOverBoth(
    "between the start of the run and the registration of its first wait",
    async (start) => {
      const engine = await start(waitForAnswer);
      beforeAnswerWith('"op":"WaitForEvent"', engine, () =>
        engine.client.send({ name: "answer", data: { number: 7, text: "just in time" } }),
      );
      await engine.trigger("go", { number: 7 });

      expect(await engine.run()).toMatchObject({ status: "completed", result: "just in time" });
    },
  );

  testOverBoth("in the same send as the event that starts the run", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.client.send([
      { name: "go", data: { number: 7 } },
      { name: "answer", data: { number: 7, text: "right behind" } },
    ]);
    await engine.settled();

    expect(await engine.run()).toMatchObject({ status: "completed", result: "right behind" });
  });

  testOverBoth("while the executor is stopping and another executor takes over", async (start) => {
    const engine = await start(workThenWait);
    await engine.trigger("go");
    await engine.stopExecutor();
    await engine.startExecutor();
    await engine.trigger("answer", { text: "after the restart" });

    expect(await engine.run()).toMatchObject({ result: "after the restart" });
  });
});
