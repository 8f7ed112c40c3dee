import { describe, expect, test } from "vitest";
import { CallFailure, parseRetryAfter } from "./call-failure";
import { type RetryClock, retrying, SYSTEM_CLOCK } from "./retrying";

describe("a transient failure", () => {
  test("is retried until the call succeeds, and each pause is reported", async () => {
    const waits: number[] = [];
    const answer = await retrying(
      failing(3, () => transient("not now")),
      { onPause: ({ waitMs }) => waits.push(waitMs), clock: driven() },
    );

    expect(answer).toBe("answer");
    expect(waits).toEqual([250, 500, 1000]);
  });

  test("is retried after a longer pause, but never a shorter one, if the server asks for it", async () => {
    const delays = [5, 0.001, 0];
    const waits: number[] = [];
    await retrying(
      failing(3, () => transient("busy", delays.shift())),
      { onPause: ({ waitMs }) => waits.push(waitMs), clock: driven() },
    );

    expect(waits).toEqual([5000, 500, 1000]);
  });

  test("is thrown within 60 s of the first failure", async () => {
    const clock = driven();
    const call = retrying(
      failing(Number.POSITIVE_INFINITY, () => transient("gone")),
      { onPause: () => undefined, clock },
    );

    await expect(call).rejects.toThrow("gone");
    expect(clock.nowMs()).toBeGreaterThan(50_000);
    expect(clock.nowMs()).toBeLessThanOrEqual(60_000);
  });
});

test("a caller with more patience retries for longer", async () => {
  const clock = driven();
  const call = retrying(
    failing(Number.POSITIVE_INFINITY, () => transient("gone")),
    { onPause: () => undefined, clock, patienceMs: 300_000 },
  );

  await expect(call).rejects.toThrow("gone");
  expect(clock.nowMs()).toBeGreaterThan(280_000);
});

describe("429", () => {
  test("is retried after the time that the server asks for, which does not count towards the 60 s for other failures", async () => {
    const waits: number[] = [];
    const answers = [tooMany(60), tooMany(60), transient("gone"), tooMany(45)];
    const answer = await retrying(
      failing(4, () => answers.shift() ?? transient("gone")),
      { onPause: ({ waitMs }) => waits.push(waitMs), clock: driven() },
    );

    expect(answer).toBe("answer");
    expect(waits).toEqual([60_000, 60_000, 1000, 45_000]);
  });

  test("is thrown after at most 15 minutes of waiting", async () => {
    const clock = driven();
    const call = retrying(
      failing(Number.POSITIVE_INFINITY, () => tooMany(60)),
      { onPause: () => undefined, clock },
    );

    await expect(call).rejects.toThrow("too many");
    expect(clock.nowMs()).toBe(15 * 60_000);
  });

  test("marks each pause as requested by the server", async () => {
    const pauses: unknown[] = [];
    await retrying(
      failing(1, () => tooMany(30)),
      { onPause: (pause) => pauses.push(pause), clock: driven() },
    );

    expect(pauses).toEqual([
      { reason: "too many", waitMs: 30_000, isRateLimit: true, isUnanswered: false },
    ]);
  });
});

test("a permanent failure is thrown immediately", async () => {
  const pauses: unknown[] = [];
  const call = retrying(
    failing(1, () => new CallFailure("no")),
    { onPause: (pause) => pauses.push(pause), clock: driven() },
  );

  await expect(call).rejects.toThrow("no");
  expect(pauses).toEqual([]);
});

test.each([
  ["5", 5],
  ["0", 0],
  ["Thu, 01 Jan 1970 00:01:30 GMT", 30],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["900", 900],
  ["901", 900],
  ["86400", 900],
  ["99999999", 900],
  ["Fri, 01 Jan 2100 00:00:00 GMT", 900],
  ["soon", null],
  [null, null],
])("Retry-After %s means a pause of %s s", (header, expected) => {
  expect(parseRetryAfter(header, 60_000)).toBe(expected);
});

describe("a pause on the system clock", () => {
  test("ends immediately with the reason of an abort, both before and during the pause", async () => {
    const reason = new Error("enough");
    const abort = new AbortController();
    const pause = SYSTEM_CLOCK.sleep(1e6, abort.signal);
    abort.abort(reason);

    await expect(pause).rejects.toBe(reason);
    await expect(SYSTEM_CLOCK.sleep(1e6, abort.signal)).rejects.toBe(reason);
  });
});

const transient = (sentence: string, retryAfterSeconds: number | null = null) =>
  new CallFailure(sentence, { isTransient: true, retryAfterSeconds });

const tooMany = (retryAfterSeconds: number) =>
  new CallFailure("too many", { isTransient: true, status: 429, retryAfterSeconds });

/** Returns a function that fails this many times and then succeeds. */
function failing(times: number, failure: () => Error): () => Promise<string> {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw failure();
    return "answer";
  };
}

/** Returns a clock that advances only during pauses. */
function driven(): RetryClock {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    sleep: async (durationMs) => {
      nowMs += durationMs;
    },
  };
}
