import { describe, expect, test } from "vitest";
import { parseExpression } from "./expression";
import { readOps } from "./opcode";

const RULE = { isRetriable: true, retryAfter: null };
const op = (name: string, fields: Record<string, unknown>) => ({
  id: name,
  displayName: name,
  ...fields,
});

const STEP = { id: "x", name: "x" };
const readOne = (fields: Record<string, unknown>) =>
  readOps([{ id: "x", displayName: "x", ...fields }], RULE);

/** Returns why these operations are rejected. */
function refusalOf(body: unknown): string {
  const outcome = readOps(body, RULE);
  return outcome.kind === "unsupported" ? outcome.sentence : `not refused: ${outcome.kind}`;
}

describe("an operation that the executor does not support", () => {
  test.each([
    "InvokeFunction",
    "Gateway",
    "AIGateway",
    "WaitForSignal",
    "DeferAdd",
    "DeferAbort",
    "DiscoveryRequest",
    "StepNotFound",
    "InventedLater",
  ])("%s is rejected and named in the reason", (name) => {
    expect(refusalOf([op("x", { op: name, opts: {} })])).toContain(
      `Step "x" asks for the operation ${name}, which the embedded executor does not support`,
    );
  });

  test("a single planned step is rejected as part of parallel steps", () => {
    expect(refusalOf([op("x", { op: "StepPlanned", data: null })])).toContain(
      'Step "x" is part of parallel steps, which the embedded executor does not support',
    );
  });

  test.each(["StepPlanned", "StepRun", "Sleep"])("%s in a race is rejected", (name) => {
    const raced = op("x", { op: name, name: "1s", opts: { parallelMode: "race" } });
    expect(refusalOf([raced])).toContain('Step "x" is part of parallel steps');
  });

  test.each([
    [["StepPlanned", "StepPlanned"]],
    [["StepPlanned", "Sleep"]],
    [["StepRun", "StepRun"]],
    [["StepRun", "RunComplete"]],
    [["DeferAdd", "RunComplete"]],
  ])("%j in the same response are rejected and named in the reason", (names) => {
    const [first, second] = names;
    const sentence = refusalOf(
      names.map((name, index) => op(`s${index}`, { op: name, name: "1s" })),
    );
    expect(sentence).toContain(`: "s0" (${first}), "s1" (${second}). Await each step`);
  });

  test.each([[[]], [{}], [null], ["x"], [5], [[{ op: "StepRun" }]], [[{ id: "", op: "StepRun" }]]])(
    "%j is rejected because it is not an operation",
    (body) => {
      expect(refusalOf(body)).toMatch(/^The app responded with 206 (and|without) /);
    },
  );

  test.each([
    [{ data: { text: "\u0000" } }, "holds a NUL character"],
    [{ data: "\ud83d" }, "holds half of a surrogate pair"],
    [{ data: { toJSON: 1 } }, "holds a member named toJSON"],
    [{ displayName: "x\u0000" }, "holds a NUL character"],
  ])("a step with %j is rejected because it could not be stored unchanged", (fields, why) => {
    expect(refusalOf([op("x", { op: "StepRun", ...fields })])).toContain(why);
  });
});

describe("a pause", () => {
  test.each([
    [{ name: "15s" }, "15s"],
    [{ name: "" }, ""],
    [{ name: "2026-11-20T12:00:00.000Z" }, "2026-11-20T12:00:00.000Z"],
    [{ name: "x", opts: { duration: "1h30m" } }, "1h30m"],
  ])("of %j is a sleep until %s", (fields, until) => {
    expect(readOne({ op: "Sleep", ...fields })).toEqual({
      kind: "sleep",
      step: STEP,
      until,
    });
  });

  test("for an event has the event's name, its condition and its timeout", () => {
    const condition = "event.data.id == async.data.id";
    const opts = { timeout: "1h", if: condition };
    expect(readOne({ op: "WaitForEvent", name: "a/b", opts })).toEqual({
      kind: "wait",
      step: STEP,
      event: "a/b",
      timeout: "1h",
      expression: parseExpression(condition),
      expressionText: condition,
    });
  });

  test.each([{ timeout: "1h" }, { timeout: "", if: "" }, { timeout: "1h", if: null }])(
    "for any event with a name (%j) has no condition",
    (opts) => {
      expect(readOne({ op: "WaitForEvent", name: "a/b", opts })).toMatchObject({
        kind: "wait",
        expression: null,
        expressionText: null,
        timeout: opts.timeout,
      });
    },
  );

  test.each([
    [{ op: "Sleep" }, "has no time"],
    [{ op: "Sleep", name: "soon" }, '"soon" is not a time to wait for'],
    [{ op: "Sleep", name: "400d" }, "longer than 366 days"],
    [{ op: "WaitForEvent", opts: { timeout: "1h" } }, "is not a string, or is empty"],
    [{ op: "WaitForEvent", name: "a/b" }, "needs a timeout"],
    [{ op: "WaitForEvent", name: "a/b", opts: { timeout: "1h", if: 5 } }, "needs a timeout"],
    [{ op: "WaitForEvent", name: "a/b", opts: { timeout: "soon" } }, "is not a time to wait for"],
    [
      { op: "WaitForEvent", name: "a/b", opts: { timeout: "", if: "event.x > 1" } },
      'The wait "x" cannot be stored. The expression "event.x > 1" cannot be used',
    ],
  ])("that cannot be stored (%j) is unsupported", (fields, why) => {
    expect(readOne(fields)).toMatchObject({
      kind: "unsupported",
      sentence: expect.stringContaining(why),
    });
  });
});
