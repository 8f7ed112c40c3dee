import { describe, expect } from "vitest";
import { answerWithOps, type MakeFunctions, makeAnswer } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

/** Each unsupported setting of a function, and a word that the error must contain. */
const REFUSED_SETTINGS = [
  ["batchEvents", { batchEvents: { maxSize: 10, timeout: "5s" } }, "batch"],
  ["throttle", { throttle: { limit: 1, period: "5s" } }, "throttle"],
  ["rateLimit", { rateLimit: { limit: 1, period: "5s" } }, "rateLimit"],
  ["debounce", { debounce: { period: "5s" } }, "debounce"],
  ["priority", { priority: { run: "event.data.rank" } }, "priority"],
  ["singleton", { singleton: { mode: "skip" } }, "singleton"],
  ["timeouts", { timeouts: { start: "10s" } }, "timeouts"],
  ["idempotency", { idempotency: "event.data.id" }, "idempotency"],
  ["a timeout of cancelOn", { cancelOn: [{ event: "x", timeout: "1h" }] }, "timeout"],
  [
    "a second concurrency limit",
    {
      concurrency: [
        { limit: 1, key: "event.data.a" },
        { limit: 2, key: "event.data.b" },
      ],
    },
    "concurrency",
  ],
  ["a concurrency scope", { concurrency: { limit: 1, scope: "env", key: '"k"' } }, "scope"],
  ["an expression with ||", { triggers: { event: "go", if: "event.data.a || true" } }, "||"],
  ["a call in cancelOn", { cancelOn: [{ event: "x", if: "size(event.data.a) == 1" }] }, "size"],
  ["a cron expression with seconds", { triggers: { cron: "* * * * * *" } }, "cron"],
] as const;

describe("S3 at the sync", () => {
  testOverBoth("every unsupported setting is rejected and named in the error", async (start) => {
    const engine = await start(
      (client) =>
        REFUSED_SETTINGS.map(([, settings], index) =>
          client.createFunction(
            { id: `f${index}`, triggers: { event: "go" }, ...(settings as object) },
            () => "never",
          ),
        ),
      { isSyncExpected: false },
    );
    await engine.pass(1000);

    const { isSynced, problem } = engine.state();
    const sentences = problem?.split("\n") ?? [];
    const accepted = REFUSED_SETTINGS.filter(([, , word], index) => {
      const isRefusal = (sentence: string) =>
        sentence.includes(`app-f${index}`) && sentence.toLowerCase().includes(word.toLowerCase());
      return !sentences.some(isRefusal);
    });
    expect(accepted.map(([name]) => name)).toEqual([]);
    expect(isSynced).toBe(false);
    const errors = engine.logLines.filter(({ level }) => level === "error");
    expect(errors.map(({ message }) => message)).toEqual([problem]);
    expect((await engine.postEvents([{ name: "go" }])).status).toBe(503);
  });

  testOverBoth("one rejected function blocks all functions until it is fixed", async (start) => {
    const engine = await start(
      (client) => [
        client.createFunction({ id: "good", triggers: { event: "go" } }, () => "good"),
        client.createFunction(
          { id: "bad", triggers: { event: "go" }, debounce: { period: "5s" } },
          () => "bad",
        ),
      ],
      { isSyncExpected: false },
    );
    await engine.pass(1000);
    expect((await engine.postEvents([{ name: "go" }])).status).toBe(503);

    engine.deploy(oneFunction(() => "mended"));
    await engine.pass(10_000);
    await engine.trigger("go");
    expect((await engine.run()).result).toBe("mended");
  });

  testOverBoth("each function is registered together with its failure handler", async (start) => {
    const engine = await start((client) => [
      client.createFunction(
        { id: "f", retries: 0, triggers: { event: "go" }, onFailure: () => "handled" },
        () => {
          throw new Error("failed");
        },
      ),
    ]);
    await engine.trigger("go");

    expect((await engine.run("f")).status).toBe("failed");
    expect(await engine.run("f-failure")).toMatchObject({ result: "handled" });
  });
});

describe("a function that is no longer served", () => {
  const napping = oneFunction(({ step }) => step.sleep("nap", "1h"));
  const serveAnother: MakeFunctions = (client) => [
    client.createFunction({ id: "other", triggers: { event: "go" } }, () => "other"),
  ];

  testOverBoth("causes its live runs to fail at the next sync", async (start) => {
    const engine = await start(napping);
    await engine.trigger("go");
    engine.deploy(serveAnother);
    await engine.sync();
    await engine.trigger("go");

    const run = await engine.run("f");
    expect(run.status).toBe("failed");
    expect(run.error?.message).toContain("app-f");
    expect((await engine.run("other")).result).toBe("other");
  });

  testOverBoth("is noticed when it is called, without waiting for the next sync", async (start) => {
    const engine = await start(oneFunction(() => "never"));
    engine.deploy(serveAnother);
    await engine.trigger("go");
    await engine.pass(1000);

    expect((await engine.run("f")).status).toBe("failed");
    await engine.trigger("go");
    expect((await engine.run("other")).result).toBe("other");
  });
});

describe("S2 an unsigned or wrongly signed request", () => {
  const signatures = {
    "without a signature": () => undefined,
    "with a signature of different bytes": (header: string) =>
      header.replace(/s=.{8}/, "s=00000000"),
    "with a signature made 301 s ago": (header: string) =>
      header.replace(/t=(\d+)/, (_all, seconds) => `t=${Number(seconds) - 301}`),
  };
  for (const [name, change] of Object.entries(signatures)) {
    testOverBoth(`${name} is rejected by the app as a call and as a sync`, async (start) => {
      const engine = await start(oneFunction(() => "done"));
      const statuses = new Map<string, number>();
      engine.intercept(async (request, forward) => {
        const { "x-inngest-signature": header = "", ...headers } = request.headers;
        const changed = change(header);
        const answer = await forward({
          ...request,
          headers: changed === undefined ? headers : { ...headers, "x-inngest-signature": changed },
        });
        statuses.set(request.method, answer.status);
        return answer;
      });
      await engine.trigger("go");
      await engine.pass(60_000);

      expect([...statuses].toSorted()).toEqual([
        ["POST", 401],
        ["PUT", 401],
      ]);
      expect((await engine.run()).status).toBe("running");
    });
  }
});

describe("O9, O12 a run fails with an explanation", () => {
  testOverBoth("if its function runs steps in parallel", async (start) => {
    const engine = await start(
      oneFunction(({ step }) =>
        Promise.all([step.run("a", () => 1), step.run("b", () => 2), step.sleep("nap", "1s")]),
      ),
    );
    await engine.trigger("go");

    const { status, error } = await engine.run();
    expect([status, error?.name]).toEqual(["failed", "UnsupportedOp"]);
    expect(error?.message).toMatch(/several steps at the same time/);
  });

  testOverBoth("if it invokes another function", async (start) => {
    const engine = await start((client) => {
      const other = client.createFunction({ id: "other", triggers: { event: "x" } }, () => 1);
      const caller = client.createFunction({ id: "f", triggers: { event: "go" } }, ({ step }) =>
        step.invoke("call it", { function: other, data: {} }),
      );
      return [other, caller];
    });
    await engine.trigger("go");

    const { status, error } = await engine.run("f");
    expect([status, error?.name]).toEqual(["failed", "UnsupportedOp"]);
    expect(error?.message).toMatch(/invoke/i);
  });

  testOverBoth("if it fetches through the executor", async (start) => {
    const engine = await start(
      oneFunction(({ step }) => step.fetch("http://127.0.0.1:9/").then(() => "fetched")),
    );
    await engine.trigger("go");

    const { status, error } = await engine.run();
    expect([status, error?.name]).toEqual(["failed", "UnsupportedOp"]);
    expect(error?.message).toMatch(/Gateway/i);
  });

  testOverBoth("if the app responds with an unknown op", async (start) => {
    const engine = await start(oneFunction(() => "never"));
    engine.intercept((request, forward) =>
      request.method === "PUT"
        ? forward()
        : Promise.resolve(answerWithOps([{ id: "a".repeat(40), op: "Teleport", name: "x" }])),
    );
    await engine.trigger("go");

    const { status, error } = await engine.run();
    expect([status, error?.name]).toEqual(["failed", "UnsupportedOp"]);
    expect(error?.message).toContain("Teleport");
  });

  testOverBoth("if the app streams its responses", async (start) => {
    const engine = await start(oneFunction(() => "never"));
    engine.intercept((request, forward) =>
      request.method === "PUT"
        ? forward()
        : Promise.resolve(
            makeAnswer(201, '{"status":200,"headers":{},"body":"1"}', {
              "x-inngest-sdk": "inngest-js:v4.24.0",
            }),
          ),
    );
    await engine.trigger("go");

    const { status, error } = await engine.run();
    expect(status).toBe("failed");
    expect(error?.message).toMatch(/stream/i);
  });
});
