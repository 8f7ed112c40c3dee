import { RetryAfterError } from "inngest";
import { describe, expect } from "vitest";
import { type EngineUnderTest, makeAnswer } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

const DAY_MS = 86_400_000;

/** Throws these errors one after another, then returns "done". */
function failWith(...errors: (() => Error)[]): () => string {
  const left = [...errors];
  return () => {
    const next = left.shift();
    if (next) throw next();
    return "done";
  };
}

const plainError = () => new Error("failed");

const attemptsOf = (engine: EngineUnderTest) => engine.calls.map(({ body }) => body.ctx.attempt);

describe("O5 a RetryAfterError", () => {
  const inTwoSeconds = {
    number: () => new RetryAfterError("later", 2000),
    text: () => new RetryAfterError("later", "2s"),
    date: () => new RetryAfterError("later", new Date(Date.now() + 2500)),
  };

  testOverBoth(
    "in a step sets the time of the retry, as a number, a string or a date",
    async (start) => {
      const { number, text, date } = inTwoSeconds;
      const work = failWith(number, text, date);
      const engine = await start(oneFunction(({ step }) => step.run("x", work)));
      await engine.trigger("go");

      expect(await engine.passUntilDue()).toBe(2000);
      expect(await engine.passUntilDue()).toBe(2000);
      expect(await engine.passUntilDue()).toBe(2500);
      expect(await engine.run()).toMatchObject({ status: "completed", result: "done" });
    },
  );

  testOverBoth("in the function sets the time of the retry, too", async (start) => {
    const { number, text, date } = inTwoSeconds;
    const engine = await start(oneFunction(failWith(number, text, date)));
    await engine.trigger("go");

    expect(await engine.passUntilDue()).toBe(2000);
    expect(await engine.passUntilDue()).toBe(2000);
    expect(await engine.passUntilDue()).toBe(2500);
    expect(await engine.run()).toMatchObject({ status: "completed", result: "done" });
  });

  testOverBoth("delays the retry by at least a second and at most a day", async (start) => {
    const past = () => new RetryAfterError("now", new Date(Date.now() - 5000));
    const inTwoDays = () => new RetryAfterError("much later", new Date(Date.now() + 2 * DAY_MS));
    const engine = await start(oneFunction(failWith(past, inTwoDays)));
    await engine.trigger("go");

    expect(await engine.passUntilDue()).toBe(1000);
    expect(Date.parse(String((await engine.run()).dueAt)) - engine.now()).toBe(DAY_MS);
  });
});

describe("R1 a function", () => {
  const sight = ({ attempt, maxAttempts }: { attempt: number; maxAttempts?: number }) => ({
    attempt,
    maxAttempts,
  });

  testOverBoth("that always fails is attempted five times by default", async (start) => {
    const seen: unknown[] = [];
    const engine = await start(
      oneFunction((context) => {
        seen.push(sight(context));
        throw new Error("always");
      }),
    );
    await engine.trigger("go");
    for (let retry = 1; retry <= 4; retry += 1) await engine.passUntilDue();

    expect(seen).toEqual([0, 1, 2, 3, 4].map((attempt) => ({ attempt, maxAttempts: 5 })));
    const run = await engine.run();
    expect(run).toMatchObject({ status: "failed", error: { name: "Error", message: "always" } });
    expect(run.failedAttempts.map(({ step, attempt }) => [step, attempt])).toEqual(
      [0, 1, 2, 3, 4].map((attempt) => [null, attempt]),
    );
  });

  testOverBoth("with no retries is attempted once", async (start) => {
    const seen: unknown[] = [];
    const engine = await start(
      oneFunction(
        (context) => {
          seen.push(sight(context));
          throw new Error("always");
        },
        { retries: 0 },
      ),
    );
    await engine.trigger("go");

    expect(seen).toEqual([{ attempt: 0, maxAttempts: 1 }]);
    expect((await engine.run()).status).toBe("failed");
  });
});

describe("R2 the number of attempts", () => {
  testOverBoth("starts again from zero after each saved step", async (start) => {
    const first = failWith(plainError, plainError);
    const second = failWith(plainError, plainError);
    const engine = await start(
      oneFunction(
        async ({ step }) => {
          await step.run("first", first);
          return step.run("second", second);
        },
        { retries: 2 },
      ),
    );
    await engine.trigger("go");
    for (let retry = 1; retry <= 4; retry += 1) await engine.passUntilDue();

    expect(await engine.run()).toMatchObject({ status: "completed", result: "done" });
    expect(attemptsOf(engine)).toEqual([0, 1, 2, 0, 1, 2, 0]);
  });

  testOverBoth(
    "is limited by the executor, even if the app always asks for a retry",
    async (start) => {
      const engine = await start(oneFunction(failWith(plainError), { retries: 1 }));
      engine.intercept(async (request, forward) =>
        request.method === "PUT"
          ? forward()
          : makeAnswer(500, '{"name":"Error","message":"again"}', {
              "x-inngest-sdk": "inngest-js:v4.24.0",
              "x-inngest-no-retry": "false",
            }),
      );
      await engine.trigger("go");
      await engine.passUntilDue();

      expect((await engine.run()).status).toBe("failed");
      expect(attemptsOf(engine)).toEqual([0, 1]);
    },
  );
});

describe("R3 an app that is temporarily unavailable", () => {
  testOverBoth(
    "because it is down does not use up an attempt, and the run continues later",
    async (start) => {
      const engine = await start(oneFunction(({ attempt }) => attempt, { retries: 0 }));
      let isAway = true;
      engine.intercept(async (_request, forward) => {
        if (isAway) throw new Error("connect ECONNREFUSED");
        return forward();
      });
      await engine.trigger("go");
      await engine.pass(60_000);
      expect(await engine.run()).toMatchObject({ status: "running", phase: "call", attempt: 0 });

      isAway = false;
      await engine.pass(5000);
      expect(await engine.run()).toMatchObject({ status: "completed", result: 0 });
    },
  );

  testOverBoth(
    "because a proxy responds in its place does not use up an attempt",
    async (start) => {
      const engine = await start(oneFunction(({ attempt }) => attempt, { retries: 0 }));
      let pages = 5;
      engine.intercept(async (request, forward) => {
        pages -= request.method === "POST" ? 1 : 0;
        const isPage = request.method === "POST" && pages >= 0;
        return isPage ? makeAnswer(502, "<html>Bad gateway</html>") : forward();
      });
      await engine.trigger("go");
      await engine.pass(60_000);

      expect(await engine.run()).toMatchObject({ status: "completed", result: 0 });
      expect(attemptsOf(engine)).toEqual([0, 0, 0, 0, 0, 0]);
    },
  );

  testOverBoth(
    "because it has a different key is reported once, and does not use up an attempt",
    async (start) => {
      const engine = await start(oneFunction(({ attempt }) => attempt, { retries: 0 }));
      let isUnsigned = true;
      engine.intercept((request, forward) => {
        const { "x-inngest-signature": _signature, ...headers } = request.headers;
        return isUnsigned ? forward({ ...request, headers }) : forward();
      });
      await engine.trigger("go");
      await engine.pass(30_000);
      expect(await engine.run()).toMatchObject({ status: "running", attempt: 0 });
      expect(engine.logLines.filter(({ level }) => level === "error")).toHaveLength(1);

      isUnsigned = false;
      await engine.pass(5000);
      expect(await engine.run()).toMatchObject({ status: "completed", result: 0 });
    },
  );
});

describe("R4 the wait before a retry", () => {
  testOverBoth("grows as on a real Inngest server, with at most 30 s of jitter", async (start) => {
    const engine = await start(oneFunction(failWith(...Array(6).fill(plainError)), { retries: 6 }));
    await engine.trigger("go");

    for (const seconds of [15, 30, 60, 120, 300, 600]) {
      const waitedMs = await engine.passUntilDue();
      expect(waitedMs).toBeGreaterThanOrEqual(seconds * 1000);
      expect(waitedMs).toBeLessThanOrEqual((seconds + 30) * 1000);
    }
    expect(await engine.run()).toMatchObject({ status: "completed", result: "done" });
  });
});

describe("an operator's retry", () => {
  testOverBoth(
    "of a failed run keeps the saved results and attempts the remaining steps again",
    async (start) => {
      const ran: string[] = [];
      const work = failWith(plainError);
      const engine = await start(
        oneFunction(
          async ({ step }) => {
            await step.run("first", () => ran.push("first"));
            return step.run("second", work);
          },
          { retries: 0 },
        ),
      );
      await engine.trigger("go");
      const { id, status } = await engine.run();
      expect(status).toBe("failed");

      expect(await engine.retryRun(id)).toBe("retried");
      await engine.settled();
      expect(await engine.run()).toMatchObject({ id, status: "completed", result: "done" });
      expect(ran).toEqual(["first"]);
      expect(await engine.retryRun(id)).toBe("not-failed");
    },
  );
});
