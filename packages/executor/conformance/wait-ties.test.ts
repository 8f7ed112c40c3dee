import { describe, expect } from "vitest";
import type { EngineUnderTest } from "./engine.fixture";
import { oneFunction, testOverBoth } from "./test-over-both";

/**
 * Waits up to a minute for an "answer" event with the same number, and returns the event's text, or null if none arrives.
 */
const waitForAnswer = oneFunction(async ({ step }) => {
  const answer = await step.waitForEvent("wait", {
    event: "answer",
    timeout: "60s",
    if: "async.data.number == event.data.number",
  });
  return answer?.data.text ?? null;
});

describe("O8 a wait whose event and timeout coincide", () => {
  testOverBoth("has exactly one result if the event is sent first", async (start) => {
    const engine = await start(waitForAnswer);
    await engine.trigger("go", { number: 7 });
    const sent = engine.client.send({ name: "answer", data: { number: 7, text: "a tie" } });
    await engine.pass(60_000);
    await sent;
    await engine.settled();

    await expectOneResult(engine);
  });

  testOverBoth("has exactly one result if the event is sent at the due time", async (start) => {
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
