import { describe, expect, test } from "vitest";
import { type AppAnswer, readAnswer } from "./call-answer";

const ID = "11f6ad8ec52a2984abaafd7c3b516503785c2072";
const SDK = { "x-inngest-sdk": "inngest-js:v4.24.0", "x-inngest-req-version": "2" };
const HANDLED = { "x-inngest-sdk-handled": "true" };
const STEP = { id: ID, name: "x" };

/** Creates a response from the SDK; a string body is sent unchanged. */
function answer(status: number, body: unknown, headers: Record<string, string> = {}): AppAnswer {
  return foreign(status, body, { ...SDK, ...headers });
}

function foreign(status: number, body: unknown, headers: Record<string, string> = {}): AppAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, headers: new Headers(headers), body: text };
}

/** Reads the meaning of one operation. */
const read = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  readAnswer(answer(206, [{ id: ID, displayName: "x", ...fields }], headers));

const internal = (message: string) => ({ type: "internal", name: "Error", message, stack: "" });

describe("a step", () => {
  test.each([
    ["StepRun", { status: 200 }, { status: 200 }],
    ["Step", "text", "text"],
    ["StepRun", null, null],
    ["StepRun", undefined, null],
  ])("that ran (%s) has the result %j", (op, data, expected) => {
    expect(read({ op, data })).toEqual({
      kind: "step-done",
      step: STEP,
      data: expected,
      requestVersion: 2,
    });
  });

  test("is read from a single object in the same way as from an array", () => {
    const op = { id: ID, op: "StepRun", data: 1 };
    expect(readAnswer(answer(206, op))).toEqual(readAnswer(answer(206, [op])));
  });

  test.each([
    [{ displayName: "shown", userland: { id: "own" }, name: "sendEvent" }, "shown"],
    [{ displayName: null, userland: { id: "own" }, name: "sendEvent" }, "own"],
    [{ displayName: null, userland: "odd", name: "sendEvent" }, "sendEvent"],
    [{ displayName: null }, ID],
  ])("with %j has the name %s", (fields, name) => {
    expect(read({ op: "StepRun", ...fields })).toMatchObject({ step: { id: ID, name } });
  });

  const error = { name: "TypeError", message: "no", stack: "at x", __serialized: true, cause: {} };
  const plain = { name: "TypeError", message: "no", stack: "at x" };

  test.each([
    [{ "x-inngest-no-retry": "false" }, true, null],
    [{ "x-inngest-no-retry": "false", "retry-after": "30" }, true, "30"],
    [{ "x-inngest-no-retry": "true" }, false, null],
    [{}, true, null],
  ])("that threw, with the headers %j, is retriable: %s", (headers, isRetriable, retryAfter) => {
    expect(read({ op: "StepError", error }, headers)).toEqual({
      kind: "step-error",
      step: STEP,
      error: plain,
      isRetriable,
      retryAfter,
      requestVersion: 2,
    });
  });

  test("that failed for good keeps its error, without the copy of the error in its data", () => {
    const copy = { __serialized: true, name: "TypeError", message: "no\u0000", stack: "" };
    expect(read({ op: "StepFailed", error, data: copy })).toEqual({
      kind: "step-failed",
      step: STEP,
      error: plain,
      requestVersion: 2,
    });
  });

  test.each([
    [undefined, { name: "Error", message: 'Step "x" failed without an error message.' }],
    ["a text", { name: "Error", message: "a text" }],
    [{ error: "in error" }, { name: "Error", message: "in error" }],
    [
      { name: 5, message: "m", stack: "" },
      { name: "Error", message: "m" },
    ],
    [{ message: "a\u0000b\ud83d" }, { name: "Error", message: "a\ufffdb\ufffd" }],
  ])("that failed with %j has an error that can be stored", (odd, expected) => {
    expect(read({ op: "StepFailed", error: odd })).toMatchObject({ error: expected });
  });
});

describe("the end of a function", () => {
  test.each([{ ok: true }, null, "text", 0, []])("with the result %j is read", (result) => {
    expect(readAnswer(answer(200, JSON.stringify(result)))).toEqual({
      kind: "completed",
      result,
      requestVersion: 2,
    });
  });

  test("may be reported as an operation", () => {
    expect(read({ op: "RunComplete", data: 5 })).toMatchObject({ kind: "completed", result: 5 });
    expect(read({ op: "RunComplete" })).toMatchObject({ kind: "completed", result: null });
  });

  const error = { name: "Error", message: "broken", stack: "at f" };
  test.each([
    [500, { "x-inngest-no-retry": "false" }, true, null],
    [500, { "x-inngest-no-retry": "false", "retry-after": "30" }, true, "30"],
    [400, { "x-inngest-no-retry": "true" }, false, null],
    [500, { "x-inngest-no-retry": "true" }, false, null],
    [400, {}, true, null],
    [500, {}, true, null],
    [405, {}, true, null],
  ])(
    "with an error, status %d and the headers %j, is retriable: %s",
    (status, headers, isRetriable, retryAfter) => {
      expect(readAnswer(answer(status, { ...error, __serialized: true }, headers))).toEqual({
        kind: "threw",
        error,
        isRetriable,
        retryAfter,
        requestVersion: 2,
      });
    },
  );

  test("because a step was not found is retriable", () => {
    const body = { error: 'Could not find step "y" to run; timed out.', requestedStep: "y" };
    expect(readAnswer(answer(500, body, { "x-inngest-no-retry": "false" }))).toMatchObject({
      kind: "threw",
      isRetriable: true,
      error: { name: "Error", message: body.error },
    });
  });

  test.each([
    [200, ""],
    [200, "<html>"],
    [206, '[{"id"'],
    [500, "<html>"],
  ])("that cannot be parsed (%d, %s) is retried and counts as an attempt", (status, body) => {
    expect(readAnswer(answer(status, body))).toMatchObject({
      kind: "threw",
      isRetriable: true,
      error: { message: expect.stringMatching(/^The app/) },
    });
  });
});

describe("a response that says nothing about the run", () => {
  const unknown = 'Function "app-f" was not found in this app; is the app synced correctly?';

  test("means an unknown function if the app does not serve the function", () => {
    expect(readAnswer(answer(500, internal(unknown)))).toMatchObject({ kind: "unknown-function" });
  });

  test("is not inferred from a function that throws the same message", () => {
    const thrown = answer(500, internal(unknown), { "x-inngest-no-retry": "false" });
    expect(readAnswer(thrown)).toMatchObject({ kind: "threw" });
    const other = internal("Failed to parse data from executor");
    expect(readAnswer(answer(500, other))).toMatchObject({ kind: "threw", isRetriable: true });
  });

  test.each([
    ["a bad signature", foreign(401, { message: "Unauthorized" }, HANDLED)],
    ["no signing key in the app", foreign(500, { code: "internal_server_error" }, HANDLED)],
    ["401 with all headers", answer(401, { message: "Unauthorized" })],
  ])("%s means that the app rejects our signature", (_name, refused) => {
    expect(readAnswer(refused)).toMatchObject({ kind: "unauthorised" });
  });

  test.each([
    [502, "<html>\n  Bad gateway"],
    [200, "null"],
    [206, `[{"id":"${ID}","op":"StepRun"}]`],
    [401, "Sign in"],
    [404, ""],
    [500, '{"type":"internal"}'],
  ])("%d %s without the SDK's headers means that something else responded", (status, body) => {
    expect(readAnswer(foreign(status, body))).toEqual({
      kind: "not-the-app",
      requestVersion: null,
      reason: expect.stringContaining(`Status ${status} without the header x-inngest-sdk`),
    });
  });

  test("still comes from the app if its middleware threw an error, which drops all headers", () => {
    expect(readAnswer(foreign(500, internal("middleware")))).toMatchObject({
      kind: "threw",
      isRetriable: true,
      error: { message: "middleware" },
    });
  });
});

describe("an unsupported kind of response", () => {
  test.each([
    [answer(201, ""), "The app streams its responses"],
    [answer(200, "null", { "x-inngest-req-version": "1" }), "optimizeParallelism"],
    [answer(206, [], { "x-inngest-req-version": "3" }), "version 3"],
    [answer(200, '"\\u0000"'), "The function's result holds a NUL character"],
    [answer(206, []), "206 without any operation"],
  ])("is reported as unsupported (%#)", (odd, why) => {
    expect(readAnswer(odd)).toMatchObject({
      kind: "unsupported",
      sentence: expect.stringContaining(why),
    });
  });

  test.each([
    ["2", 2],
    ["-1", -1],
    ["x", null],
  ])("the request version is read from the header value %s", (version, requestVersion) => {
    expect(readAnswer(answer(401, "", { "x-inngest-req-version": version }))).toEqual({
      kind: "unauthorised",
      requestVersion,
    });
  });
});

test("the reader never throws, whatever the response contains", () => {
  const odd = [null, 5, "x", [[]], {}, { op: {} }, { opts: [] }, { opts: { parallelMode: null } }];
  const ops = ["StepRun", "StepError", "Sleep", "WaitForEvent", "RunComplete", "__proto__", ""];
  const bodies = ops.flatMap((op) => odd.map((part) => [{ id: ID, op, ...Object(part) }, part]));
  for (const status of [200, 201, 206, 302, 400, 401, 500, 599]) {
    for (const body of [
      ...bodies.flat(),
      ...bodies,
      "",
      "{",
      `${"[".repeat(1e5)}${"]".repeat(1e5)}`,
    ]) {
      expect(readAnswer(answer(status, body)).kind).toMatch(/^[a-z-]+$/);
      expect(readAnswer(foreign(status, body)).kind).toMatch(/^(not-the-app|threw)$/);
    }
  }
});
