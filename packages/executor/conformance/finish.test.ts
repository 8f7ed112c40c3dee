import { NonRetriableError } from "inngest";
import { describe, expect } from "vitest";
import { oneFunction, testOverBoth } from "./test-over-both";

const fail = () => {
  throw new NonRetriableError("no way");
};

describe("F1 the event that reports the end of a run", () => {
  testOverBoth("is published even if an event was sent with the run's own id", async (start) => {
    const events: string[] = [];
    const engine = await start((client) => [
      client.createFunction(
        {
          id: "f",
          triggers: { event: "go" },
          onFailure: ({ event, step }) => step.run("tell", () => events.push(event.id ?? "")),
        },
        async ({ step, runId }) => {
          await step.sendEvent("send", { name: "other", id: runId });
          return fail();
        },
      ),
    ]);
    await engine.trigger("go");

    expect(events).toEqual([(await engine.run("f")).id]);
  });

  testOverBoth("cannot be forged by a caller who chooses the event's id", async (start) => {
    const engine = await start((client) => [
      client.createFunction({ id: "f", triggers: { event: "go" } }, fail),
    ]);
    const answer = await engine.postEvents([{ name: "other", id: "inngest:mine" }]);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error).toMatch(/ids beginning with inngest: are reserved/);
  });
});

describe("F1 the end of a run", () => {
  testOverBoth("with a result reaches functions that listen for it", async (start) => {
    const engine = await start((client) => [
      client.createFunction({ id: "f", triggers: { event: "go" } }, () => ({ answer: 42 })),
      client.createFunction(
        { id: "listener", triggers: { event: "inngest/function.finished" } },
        ({ event }) => event,
      ),
    ]);
    await engine.trigger("go", { number: 7 }, "go-7");

    const { id } = await engine.run("f");
    expect((await engine.run("listener")).result).toMatchObject({
      id,
      name: "inngest/function.finished",
      data: {
        function_id: "app-f",
        run_id: id,
        result: { answer: 42 },
        event: { id: "go-7", name: "go", data: { number: 7 } },
      },
    });
  });

  testOverBoth("with an error reaches functions that listen for failures", async (start) => {
    const engine = await start((client) => [
      client.createFunction({ id: "f", triggers: { event: "go" } }, fail),
      client.createFunction(
        { id: "listener", triggers: { event: "inngest/function.failed" } },
        ({ event }) => event.data,
      ),
    ]);
    await engine.trigger("go", { number: 7 });

    const { id } = await engine.run("f");
    expect((await engine.run("listener")).result).toMatchObject({
      function_id: "app-f",
      run_id: id,
      error: { name: "NonRetriableError", message: "no way" },
      event: { name: "go", data: { number: 7 } },
    });
  });

  testOverBoth("by cancellation reaches functions that listen for it", async (start) => {
    const engine = await start((client) => [
      client.createFunction(
        { id: "f", triggers: { event: "go" }, cancelOn: [{ event: "stop" }] },
        ({ step }) => step.sleep("nap", "1h"),
      ),
      client.createFunction(
        { id: "listener", triggers: { event: "inngest/function.cancelled" } },
        ({ event }) => event.data,
      ),
    ]);
    await engine.trigger("go");
    await engine.trigger("stop");

    const { id, status } = await engine.run("f");
    expect(status).toBe("cancelled");
    expect((await engine.run("listener")).result).toMatchObject({
      function_id: "app-f",
      run_id: id,
    });
  });

  testOverBoth("can be awaited by another run", async (start) => {
    const engine = await start((client) => [
      client.createFunction({ id: "f", triggers: { event: "go" } }, () => "the result"),
      client.createFunction({ id: "observer", triggers: { event: "observe" } }, ({ step }) =>
        step.waitForEvent("end", {
          event: "inngest/function.finished",
          timeout: "1h",
          if: "async.data.function_id == 'app-f'",
        }),
      ),
    ]);
    await engine.trigger("observe");
    await engine.trigger("go");

    expect((await engine.run("observer")).result).toMatchObject({ data: { result: "the result" } });
  });
});

describe("F1 onFailure", () => {
  testOverBoth("runs once, with the error, the run and its event", async (start) => {
    const seen: unknown[] = [];
    const engine = await start(
      oneFunction(fail, {
        onFailure: ({ error, event }: { error: Error; event: { data: unknown } }) => {
          seen.push({ name: error.name, message: error.message, data: event.data });
        },
      }),
    );
    await engine.trigger("go", { number: 7 });

    const { id } = await engine.run("f");
    expect(seen).toEqual([
      {
        name: "NonRetriableError",
        message: "no way",
        data: expect.objectContaining({
          run_id: id,
          function_id: "app-f",
          event: expect.objectContaining({ name: "go", data: { number: 7 } }),
        }),
      },
    ]);
    expect((await engine.run("f-failure")).status).toBe("completed");
  });

  testOverBoth("starts nothing else if it fails itself", async (start) => {
    const engine = await start(oneFunction(fail, { onFailure: fail }));
    await engine.trigger("go");
    await engine.pass(120_000);

    expect((await engine.runs()).map(({ functionId, status }) => [functionId, status])).toEqual([
      ["app-f", "failed"],
      ["app-f-failure", "failed"],
    ]);
  });

  testOverBoth("is not called if the function succeeds", async (start) => {
    const engine = await start(oneFunction(() => "fine", { onFailure: fail }));
    await engine.trigger("go");

    expect((await engine.run()).result).toBe("fine");
  });

  testOverBoth("runs again if the run fails again after an operator's retry", async (start) => {
    const engine = await start(oneFunction(fail, { onFailure: () => "handled" }));
    await engine.trigger("go");
    await engine.retryRun((await engine.run("f")).id);
    await engine.settled();

    expect((await engine.runs("f-failure")).map(({ result }) => result)).toEqual([
      "handled",
      "handled",
    ]);
  });
});
