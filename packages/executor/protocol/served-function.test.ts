import { describe, expect, test } from "vitest";
import { parseExpression } from "./expression";
import { parseServedFunctions, UnsupportedFunctionsError } from "./served-function";

const ELSEWHERE = "the embedded executor does not support: remove it, or use an Inngest server.";

const step = (retries?: unknown, runtime: unknown = { type: "http", url: "http://a/api" }) => ({
  step: { id: "step", name: "step", runtime, retries },
});

/** Creates a function as the SDK serves it, with some settings changed. */
function config(settings: Record<string, unknown> = {}) {
  return { id: "app-f", name: "F", triggers: [{ event: "a/b" }], steps: step(), ...settings };
}

const parse = (...configs: unknown[]) => parseServedFunctions({ functions: configs });

const parseOne = (settings: Record<string, unknown>) => parse(config(settings))[0];

/** Returns all the reasons why the app is rejected. */
function sentencesOf(answer: unknown): readonly string[] {
  try {
    parseServedFunctions(answer);
    return [];
  } catch (error) {
    if (error instanceof UnsupportedFunctionsError) return error.sentences;
    throw error;
  }
}

const sentencesFor = (settings: Record<string, unknown>) =>
  sentencesOf({ functions: [config(settings)] });

describe("a served function", () => {
  test("has defaults for settings that it does not set", () => {
    expect(parse(config())).toEqual([
      {
        id: "app-f",
        name: "F",
        triggers: [{ event: "a/b", expression: null }],
        cancels: [],
        concurrency: null,
        attemptsMax: 5,
      },
    ]);
  });

  test("keeps its triggers, and keeps its cancels with the complete expressions", () => {
    const match = "event.data.id == async.data.id";
    const found = parseOne({
      triggers: [{ event: "a/b", expression: "event.data.x == 1" }, { cron: "* * * * *" }],
      cancel: [{ event: "a/stop", if: match }, { event: "a/stop-all" }],
    });
    expect(found?.triggers).toEqual([
      { event: "a/b", expression: parseExpression("event.data.x == 1") },
      { cron: "* * * * *" },
    ]);
    expect(found?.cancels).toEqual([
      { event: "a/stop", expression: parseExpression(match) },
      { event: "a/stop-all", expression: null },
    ]);
  });

  test.each([
    [undefined, 5],
    [{}, 5],
    [{ attempts: 0 }, 1],
    [{ attempts: 1 }, 2],
    [{ attempts: 20 }, 21],
    [{ attempts: 100 }, 21],
  ])("with retries %j has %d attempts", (retries, attemptsMax) => {
    expect(parseOne({ steps: step(retries) })?.attemptsMax).toBe(attemptsMax);
  });

  const key = ["event", "data", "endpointId"];
  test.each([
    [undefined, null],
    [0, null],
    [{ limit: 0, key: "event.data.endpointId" }, null],
    [[], null],
    [3, { limit: 3, key: null }],
    [{ limit: 1 }, { limit: 1, key: null }],
    [
      { limit: 1, key: "event.data.endpointId" },
      { limit: 1, key },
    ],
    [[{ limit: 2, key: "event.data.endpointId", scope: "fn" }], { limit: 2, key }],
    [[{ limit: 2, key: '"everyone"' }], { limit: 2, key: null }],
  ])("with concurrency %j has the limit %j", (concurrency, expected) => {
    expect(parseOne({ concurrency })?.concurrency).toEqual(expected);
  });

  test("ignores settings that are undefined or null, as the SDK writes them", () => {
    expect(parse(config({ throttle: undefined, idempotency: null }))).toEqual(parse(config()));
  });
});

describe("a setting that would have no effect in this executor", () => {
  test.each([
    ["batchEvents", { maxSize: 10, timeout: "5s" }],
    ["throttle", { limit: 1, period: "1s" }],
    ["rateLimit", { limit: 1, period: "1s" }],
    ["debounce", { period: "1s" }],
    ["priority", { run: "event.data.x" }],
    ["singleton", { mode: "skip" }],
    ["timeouts", { start: "1s" }],
    ["idempotency", "event.data.id"],
    ["inventedLater", true],
  ])("%s is rejected with a sentence that names the function and the setting", (name, value) => {
    expect(sentencesFor({ [name]: value })).toEqual([
      `Function "app-f" sets ${name}, which ${ELSEWHERE}`,
    ]);
  });

  test.each([
    [{ cancel: [{ event: "a", timeout: "1h" }] }, "sets timeout in cancelOn, which"],
    [{ triggers: [{ cron: "* * * * *", jitter: "30s" }] }, "sets jitter in a cron trigger, which"],
    [{ triggers: [{ event: "a", batch: 1 }] }, "sets batch in a trigger, which"],
    [{ concurrency: { limit: 1, burst: 2 } }, "sets burst in concurrency, which"],
    [{ concurrency: { limit: 1, scope: "env" } }, 'sets concurrency.scope to "env", which'],
    [{ concurrency: { limit: 1, scope: "account" } }, 'sets concurrency.scope to "account", which'],
    [{ concurrency: [{ limit: 1 }, { limit: 2 }] }, "sets concurrency more than once, which"],
  ])("%j is rejected", (settings, rest) => {
    expect(sentencesFor(settings)).toEqual([`Function "app-f" ${rest} ${ELSEWHERE}`]);
  });
});

describe("a function that cannot be used", () => {
  test.each([
    [{ triggers: [] }, "has no trigger"],
    [{ triggers: undefined }, "has no trigger"],
    [{ triggers: Array.from({ length: 11 }, () => ({ event: "a" })) }, "has 11 triggers"],
    [{ triggers: ["a"] }, "has a trigger that is not an object"],
    [{ triggers: [{}] }, "has a trigger whose event is not a string"],
    [{ triggers: [{ event: "a/*" }] }, '"a/*" is a pattern'],
    [{ triggers: [{ event: "inngest/function.invoked" }] }, "is never sent here"],
    [{ triggers: [{ event: "x".repeat(513) }] }, "longer than 512 bytes"],
    [{ triggers: [{ event: "a", expression: "event.x > 1" }] }, "cannot be used"],
    [{ triggers: [{ event: "a", expression: "event.x == async.x" }] }, "can only use event"],
    [{ triggers: [{ cron: "* * *" }] }, "five fields"],
    [{ triggers: [{ cron: 5 }] }, "has a cron that is not a string"],
    [{ cancel: "a" }, "has a cancelOn that is not an array"],
    [{ cancel: ["a"] }, "has a cancelOn that is not an object"],
    [{ cancel: Array.from({ length: 6 }, () => ({ event: "a" })) }, "has 6 entries in cancelOn"],
    [{ cancel: [{ event: "a", if: "async.x" }] }, "has cancelOn that cannot be used"],
    [{ concurrency: "5" }, "neither a number nor an object"],
    [{ concurrency: { limit: 1.5 } }, "not a whole number"],
    [{ concurrency: { limit: -1 } }, "not a whole number"],
    [{ concurrency: { limit: 1, key: "async.data.id" } }, "does not begin with event"],
    [{ concurrency: { limit: 1, key: "event.data.a + 'x'" } }, "concurrency key that cannot be"],
    [{ steps: step({ attempts: "3" }) }, "a retries value that is not a whole number"],
    [{ steps: step(undefined, { type: "ws", url: "ws://a" }) }, "one step over HTTP"],
    [{ steps: { ...step(), other: step().step } }, "one step over HTTP"],
    [{ steps: {} }, "one step over HTTP"],
    [{ steps: undefined }, "one step over HTTP"],
    [{ id: "" }, "its id is not a string, or is empty"],
    [{ id: "x".repeat(513) }, "its id is longer than 512 bytes"],
  ])("%j is rejected with an explanation", (settings, why) => {
    const sentences = sentencesFor(settings);
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toContain(why);
    expect(sentences[0]).toMatch(/^Function "/);
  });

  test("is reported together with all other problems of all functions", () => {
    const first = config({ id: "app-one", throttle: {}, debounce: {} });
    const second = config({ id: "app-two", triggers: [], steps: {} });
    const sentences = sentencesOf({ functions: [first, second, config({ id: "app-good" })] });
    expect(sentences.map((sentence) => sentence.slice(0, 30))).toEqual([
      'Function "app-one" sets thrott',
      'Function "app-one" sets deboun',
      'Function "app-two" has no trig',
      'Function "app-two" is not serv',
    ]);
  });

  test("is rejected if another function has the same id", () => {
    expect(sentencesOf({ functions: [config(), config()] })).toEqual([
      'Function "app-f" is served more than once: give each function its own id.',
    ]);
  });

  test.each([undefined, null, "", [], {}, { functions: {} }, { message: "Unauthorized" }])(
    "is reported as missing if the response is %j",
    (answer) => {
      expect(sentencesOf(answer)).toEqual([
        "The app's response to the sync lists no functions. Is its address the address of the Inngest endpoint?",
      ]);
    },
  );

  test.each([null, "f", [], {}])("is rejected if it is %j", (odd) => {
    expect(sentencesOf({ functions: [odd] })).not.toEqual([]);
  });
});
