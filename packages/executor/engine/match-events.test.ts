import { describe, expect, test } from "vitest";
import { parseExpression } from "../protocol/expression";
import type { WaitingRun } from "../state/event-rows";
import { createFunctionSet } from "./function-set";
import { matchCancels, matchWaits } from "./match-events";

const event = (name: string, data: Record<string, unknown>) => ({ id: "e", name, ts: 1, data });

const waiting = (data: Record<string, unknown>, expressionText: string | null): WaitingRun => ({
  id: JSON.stringify(data),
  seq: 0,
  stepId: "s",
  stepName: "s",
  waitEvent: "answer",
  expressionText,
  event: event("go", data),
});

const received = (...sent: ReturnType<typeof event>[]) =>
  sent.map((one, index) => ({ event: one, position: index + 1 }));

describe("a wait ends", () => {
  const SAME_X = "event.data.x == async.data.x";

  test.each([
    ["by the first event with the same value", SAME_X, [2, 1, 1], 2],
    ["by a value of the same type only", SAME_X, ["1", true, null], null],
    ["whichever side is named first", "async.data.x == event.data.x", [1], 1],
    ["when all other terms hold too", `${SAME_X} && async.data.x != 1`, [1], null],
    ["by a constant", "async.data.x == 'b'", ["a", "b", "b"], 2],
    ["by a value that must differ", "async.data.x != event.data.x", [1, 2], 2],
    ["by any event with its name", null, [7], 1],
  ])("%s", (_what, expression, values, position) => {
    const sent = received(...values.map((x) => event("answer", { x })));
    const [match] = matchWaits([waiting({ x: 1 }, expression)], sent);
    expect(match?.position ?? null).toBe(position);
  });

  test("if the compared objects are equal, but not if the run's own event lacks the value", () => {
    const sent = received(
      event("other", { x: { a: [1] } }),
      event("answer", {}),
      event("answer", { x: { a: [2] } }),
      event("answer", { x: { a: [1] } }),
    );
    expect(matchWaits([waiting({ x: { a: [1] } }, SAME_X)], sent)).toMatchObject([{ position: 4 }]);
    expect(matchWaits([waiting({}, SAME_X)], sent)).toEqual([]);
  });

  test("in linear time: 5000 events and 5000 waits are each read a few times, not once per pair", () => {
    let reads = 0;
    const counted = (x: number) => ({
      get x() {
        reads += 1;
        return x;
      },
    });
    const numbers = Array.from({ length: 5000 }, (_, index) => index);
    const waits = numbers.map((x) => waiting(counted(x), SAME_X));
    const sent = received(...numbers.map((x) => event("answer", counted(x))).toReversed());
    reads = 0;
    expect(matchWaits(waits, sent)).toHaveLength(5000);
    expect(reads).toBeLessThanOrEqual(10 * 5000);
  });
});

test("an event cancels the runs that it matches, but no run that started later", () => {
  const functions = createFunctionSet([
    {
      id: "f",
      name: "f",
      triggers: [],
      concurrency: null,
      attemptsMax: 1,
      cancels: [{ event: "stop", expression: parseExpression("event.data.x == async.data.x") }],
    },
  ]);
  const runs = [
    { id: "about it", functionId: "f", event: event("go", { x: 1 }), seenPosition: 0 },
    { id: "about another", functionId: "f", event: event("go", { x: 2 }), seenPosition: 0 },
    { id: "later", functionId: "f", event: event("go", { x: 1 }), seenPosition: 5 },
  ];
  expect(matchCancels(functions, runs, received(event("stop", { x: 1 })))).toEqual(["about it"]);
});
