import { describe, expect, it } from "vitest";
import { CallFailure, parseRetryAfter, TransientFailure } from "./call-failures";
import { type RetryClock, retrying } from "./retrying";

describe("a transient failure", () => {
  it("is repeated until the call succeeds, and each repetition is told", async () => {
    const waits: number[] = [];
    const answer = await retrying(
      failing(3, () => new TransientFailure("not now")),
      ({ waitMs }) => waits.push(waitMs),
      driven(),
    );

    expect(answer).toBe("answer");
    expect(waits).toEqual([250, 500, 1000]);
  });

  it("waits longer when the server asks for it, never shorter", async () => {
    const asked = [5000, 1, 0];
    const waits: number[] = [];
    await retrying(
      failing(3, () => new TransientFailure("busy", { retryAfterMs: asked.shift() ?? null })),
      ({ waitMs }) => waits.push(waitMs),
      driven(),
    );

    expect(waits).toEqual([5000, 500, 1000]);
  });

  it("is thrown in the end, within 60 s of the first failure", async () => {
    const clock = driven();
    const call = retrying(
      failing(Number.POSITIVE_INFINITY, () => new TransientFailure("gone")),
      () => undefined,
      clock,
    );

    await expect(call).rejects.toThrow("gone");
    expect(clock.nowMs()).toBeGreaterThan(50_000);
    expect(clock.nowMs()).toBeLessThanOrEqual(60_000);
  });
});

it("a refusal is thrown at once", async () => {
  const pauses: unknown[] = [];
  const call = retrying(
    failing(1, () => new CallFailure("no")),
    (pause) => pauses.push(pause),
    driven(),
  );

  await expect(call).rejects.toThrow("no");
  expect(pauses).toEqual([]);
});

it.each([
  ["5", 5000],
  ["0", 0],
  ["Thu, 01 Jan 1970 00:01:30 GMT", 30_000],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
  ["soon", null],
  [null, null],
])("Retry-After %s means %s ms", (header, expected) => {
  expect(parseRetryAfter(header, 60_000)).toBe(expected);
});

/** Fails so many times, then answers. */
function failing(times: number, failure: () => Error): () => Promise<string> {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw failure();
    return "answer";
  };
}

/** A clock on which nothing passes but the pauses. */
function driven(): RetryClock {
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    sleep: async (durationMs) => {
      nowMs += durationMs;
    },
  };
}
