import { NonRetriableError } from "inngest";
import { describe, expect } from "vitest";
import { answerWithOps } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

/** The SHA-1 hash of the step's id, which the protocol uses as the step's name. */
const STEP_X = "11f6ad8ec52a2984abaafd7c3b516503785c2072";
const STEP_X_AGAIN = "825b938e1bf063c8ae74c6b0689861a0c2c0ae63";

const fail = (error: Error) => () => {
  throw error;
};

describe("O1 a step", () => {
  testOverBoth("that returns nothing has the result null; the next step runs", async (start) => {
    const seen: unknown[] = [];
    const engine = await start(
      oneFunction(async ({ step }) => {
        seen.push(await step.run("nothing", () => undefined));
        return step.run("something", () => ({ at: new Date(0), count: 3 }));
      }),
    );
    await engine.trigger("go");

    const result = { at: "1970-01-01T00:00:00.000Z", count: 3 };
    const run = await engine.run();
    expect(run).toMatchObject({ status: "completed", phase: null, dueAt: null, result });
    expect(run.steps.map(({ name, data }) => [name, data])).toEqual([
      ["nothing", null],
      ["something", result],
    ]);
    expect(seen.at(-1)).toBeNull();
  });

  testOverBoth("runs once, and later calls receive its result", async (start) => {
    const ran: string[] = [];
    const engine = await start(
      oneFunction(async ({ step }) => [
        await step.run("first", () => ran.push("first")),
        await step.run("second", () => ran.push("second")),
      ]),
    );
    await engine.trigger("go");

    expect(ran).toEqual(["first", "second"]);
    expect((await engine.run()).result).toEqual([1, 2]);
    expect(engine.calls).toHaveLength(3);
  });
});

describe("O1 the app's response", () => {
  testOverBoth(
    "keeps two steps with the same id apart, in the order in which they complete",
    async (start) => {
      const engine = await start(
        oneFunction(async ({ step }) => [
          await step.run("x", () => "one"),
          await step.run("x", () => "two"),
        ]),
      );
      await engine.trigger("go");

      expect((await engine.run()).result).toEqual(["one", "two"]);
      expect(engine.calls.at(-1)?.body).toMatchObject({
        steps: {
          [STEP_X]: { type: "data", data: "one" },
          [STEP_X_AGAIN]: { type: "data", data: "two" },
        },
        ctx: { stack: { stack: [STEP_X, STEP_X_AGAIN], current: 2 } },
      });
    },
  );

  testOverBoth("may be a single op instead of a list", async (start) => {
    const engine = await start(oneFunction(({ step }) => step.run("x", () => "from the app")));
    engine.intercept(async (request, forward) => {
      const answer = await forward();
      return request.method === "POST" && answer.status === 206
        ? answerWithOps(JSON.parse(answer.body)[0])
        : answer;
    });
    await engine.trigger("go");

    expect(await engine.run()).toMatchObject({ status: "completed", result: "from the app" });
  });

  testOverBoth("completes a function without steps in one call", async (start) => {
    const engine = await start(oneFunction(() => undefined));
    await engine.trigger("go");

    expect(await engine.run()).toMatchObject({ status: "completed", result: null, steps: [] });
    expect(engine.calls).toHaveLength(1);
  });

  testOverBoth("is never a checkpoint, because no call asks for one", async (start) => {
    const engine = await start(oneFunction(({ step }) => step.run("x", () => 1)));
    await engine.trigger("go");

    for (const { body } of engine.calls) expect(body.ctx).not.toHaveProperty("fn_id");
    expect(engine.calls).toHaveLength(2);
  });

  testOverBoth("determines the request version of later calls", async (start) => {
    const engine = await start(oneFunction(({ step }) => step.run("x", () => 1)));
    await engine.trigger("go");

    const versions = engine.calls.map(({ headers }) => headers["x-inngest-req-version"]);
    expect(versions).toEqual(["-1", "2"]);
  });
});

describe("O2 an error in a step", () => {
  testOverBoth("is retried until the step succeeds", async (start) => {
    let failures = 0;
    const engine = await start(
      oneFunction(({ step }) =>
        step.run("x", () => {
          failures += 1;
          if (failures < 3) throw new Error(`failure ${failures}`);
          return "done";
        }),
      ),
    );
    await engine.trigger("go");
    expect(await engine.run()).toMatchObject({ status: "running", phase: "call", attempt: 1 });
    await engine.passUntilDue();
    await engine.passUntilDue();

    const run = await engine.run();
    expect(run).toMatchObject({ status: "completed", result: "done" });
    const attempts = run.failedAttempts.map(({ step, error }) => [step, error.message]);
    expect(attempts).toEqual([
      ["x", "failure 1"],
      ["x", "failure 2"],
    ]);
  });

  testOverBoth(
    "that persists reaches the function, which may catch it and continue",
    async (start) => {
      const attempt = fail(new RangeError("always"));
      const engine = await start(
        oneFunction(
          async ({ step }) => {
            const message = await step.run("x", attempt).catch((error: Error) => error.message);
            return step.run("after", () => `caught: ${message}`);
          },
          { retries: 1 },
        ),
      );
      await engine.trigger("go");
      await engine.passUntilDue();

      const run = await engine.run();
      expect(run).toMatchObject({ status: "completed", result: "caught: always" });
      expect(run.steps[0]).toMatchObject({ name: "x", error: { message: "always" } });
    },
  );

  testOverBoth("that is not caught fails the run with the error's message", async (start) => {
    const attempt = fail(new RangeError("out of range"));
    const engine = await start(oneFunction(({ step }) => step.run("x", attempt), { retries: 0 }));
    await engine.trigger("go");

    const run = await engine.run();
    expect(run).toMatchObject({ status: "failed", phase: null, dueAt: null });
    expect(run.error?.message).toContain("out of range");
  });
});

describe("O3 a saved step error", () => {
  testOverBoth(
    "is sent with only its type and its error, so that the SDK does not mistake it for data",
    async (start) => {
      const engine = await start(
        oneFunction(
          ({ step }) =>
            step.run("x", fail(new Error("no"))).then(
              () => "taken for a success",
              () => "seen as an error",
            ),
          { retries: 0 },
        ),
      );
      await engine.trigger("go");

      expect(await engine.run()).toMatchObject({ result: "seen as an error" });
      const saved = engine.calls.at(-1)?.body.steps[STEP_X];
      expect(Object.keys(saved ?? {}).toSorted()).toEqual(["error", "type"]);
    },
  );
});

describe("O4 a NonRetriableError", () => {
  const never = fail(new NonRetriableError("never again"));

  testOverBoth("in a step fails the run immediately", async (start) => {
    const engine = await start(oneFunction(({ step }) => step.run("x", never)));
    await engine.trigger("go");

    const run = await engine.run();
    expect(run.status).toBe("failed");
    expect(run.error?.message).toContain("never again");
  });

  testOverBoth("in a step can be caught", async (start) => {
    const engine = await start(
      oneFunction(({ step }) => step.run("x", never).catch(() => "caught")),
    );
    await engine.trigger("go");

    expect(await engine.run()).toMatchObject({ status: "completed", result: "caught" });
  });

  testOverBoth("in the function fails the run after one call", async (start) => {
    const engine = await start(oneFunction(never));
    await engine.trigger("go");

    expect(await engine.run()).toMatchObject({
      status: "failed",
      error: { name: "NonRetriableError", message: "never again" },
    });
    expect(engine.calls).toHaveLength(1);
  });
});
