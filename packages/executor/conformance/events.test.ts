import { describe, expect } from "vitest";
import { oneFunction, testOverBoth } from "./test-over-both";

describe("O11 sendEvent in a step", () => {
  testOverBoth("starts a run for each event and returns the event ids", async (start) => {
    const engine = await start((client) => [
      client.createFunction({ id: "parent", triggers: { event: "go" } }, ({ step }) =>
        step.sendEvent("fan out", [
          { name: "child", data: { number: 1 } },
          { name: "child", data: { number: 2 } },
        ]),
      ),
      client.createFunction(
        { id: "child", triggers: { event: "child" } },
        ({ event }) => event.data.number,
      ),
    ]);
    await engine.trigger("go");

    const children = await engine.runs("child");
    expect(children.map(({ result }) => result).toSorted()).toEqual([1, 2]);
    expect((await engine.run("parent")).result).toEqual({
      ids: children.map(({ eventId }) => eventId).toSorted(),
    });
  });
});

describe("O11, C5 a send", () => {
  testOverBoth("whose response is lost is retried by the SDK and starts one run", async (start) => {
    const engine = await start(oneFunction(() => "done"));
    engine.loseEventAnswers(2);
    const { ids } = await engine.client.send([{ name: "go" }, { name: "other" }]);
    await engine.settled();

    expect(ids).toHaveLength(2);
    expect((await engine.run()).eventId).toBe(ids[0]);
  });

  testOverBoth("that is repeated without an event id counts as two events", async (start) => {
    const engine = await start(oneFunction(() => "done"));
    await engine.trigger("go");
    await engine.trigger("go");

    expect(await engine.runs()).toHaveLength(2);
  });

  testOverBoth("with one invalid event stores none of its events", async (start) => {
    const engine = await start(oneFunction(() => "done"));
    const answer = await engine.postEvents([{ name: "go" }, { name: "" }]);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { status: 400, error: expect.stringContaining("Event 1") },
    ]);
    await engine.settled();
    expect(await engine.runs()).toEqual([]);
  });
});

describe("F3 an event id", () => {
  testOverBoth("that is sent again starts nothing and gets the same response", async (start) => {
    const engine = await start(oneFunction(({ event }) => event.data.number));
    await engine.trigger("go", { number: 1 }, "order-1");
    await engine.trigger("go", { number: 2 }, "order-1");

    expect(await engine.run()).toMatchObject({ eventId: "order-1", result: 1 });
  });

  testOverBoth("used twice in one send starts one run", async (start) => {
    const engine = await start(oneFunction(() => "done"));
    await engine.client.send([
      { name: "go", id: "order-1" },
      { name: "go", id: "order-1" },
    ]);
    await engine.settled();

    expect(await engine.run()).toMatchObject({ eventId: "order-1" });
  });

  testOverBoth("is remembered for a day, even after a restart", async (start) => {
    const engine = await start(oneFunction(() => "done"));
    await engine.trigger("go", {}, "order-1");
    engine.tick(23 * 3_600_000);
    await engine.settled();
    await engine.stopExecutor();
    await engine.startExecutor();
    await engine.trigger("go", {}, "order-1");

    expect(await engine.runs()).toHaveLength(1);
  });

  testOverBoth("starts one run of each function that its event triggers", async (start) => {
    const engine = await start((client) => [
      client.createFunction({ id: "one", triggers: { event: "go" } }, () => 1),
      client.createFunction({ id: "two", triggers: [{ event: "go" }, { event: "x" }] }, () => 2),
      client.createFunction({ id: "three", triggers: { event: "x" } }, () => 3),
    ]);
    await engine.trigger("go", {}, "order-1");

    expect((await engine.runs()).map(({ result }) => result).toSorted()).toEqual([1, 2]);
  });

  testOverBoth("starts only functions whose condition holds for the event", async (start) => {
    const ofKind = (kind: string) => ({ event: "go", if: `event.data.kind == '${kind}'` });
    const engine = await start((client) => [
      client.createFunction({ id: "red", triggers: ofKind("red") }, () => "red"),
      client.createFunction({ id: "blue", triggers: ofKind("blue") }, () => "blue"),
    ]);
    await engine.trigger("go", { kind: "blue" });

    expect((await engine.run()).result).toBe("blue");
  });
});

describe("S1 a signature", () => {
  testOverBoth("is accepted by the SDK for any data, which arrives unchanged", async (start) => {
    const data = {
      z: { ключ: "значение", é: '\u2028\u007f"\\', "😀": [null, true, { b: 1, a: [] }] },
      numbers: [0, -1, 1.5, 1e21, 1e-7, 123456789012345680000, 0.1, Number.MAX_SAFE_INTEGER],
      "": "empty name",
      "10": "ten",
      "9": "nine",
    };
    const engine = await start(oneFunction(({ event, step }) => step.run("x", () => event.data)));
    await engine.trigger("go", data);

    expect((await engine.run()).result).toEqual(data);
  });
});

describe("an event that arrives before the functions are known", () => {
  testOverBoth("is rejected with 503, and accepted once the app has been synced", async (start) => {
    let isAway = true;
    const engine = await start(
      oneFunction(() => "done"),
      {
        isSyncExpected: false,
        intercept: async (_request, forward) => {
          if (isAway) throw new Error("connect ECONNREFUSED");
          return forward();
        },
      },
    );
    await engine.pass(2000);
    expect((await engine.postEvents([{ name: "go" }])).status).toBe(503);

    isAway = false;
    await engine.pass(200);
    await engine.trigger("go");
    expect((await engine.run()).result).toBe("done");
  });
});
