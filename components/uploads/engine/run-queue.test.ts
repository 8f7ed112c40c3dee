import { expect, test, vi } from "vitest";
import { CallFailure } from "@/lib/client/call-failure";
import { SYSTEM_CLOCK } from "@/lib/client/retrying";
import { createHeldCalls } from "./run-queue";

const NOBODY = { onPauseChange: () => undefined, onRateLimitChange: () => undefined };

test("a call aborted while signed out is not made after the next sign-in", async () => {
  const calls = createHeldCalls(SYSTEM_CLOCK, NOBODY);
  const abort = new AbortController();
  const reason = new Error("enough");
  calls.pause();
  const call = vi.fn(async () => "answer");
  const held = calls.whenAllowed(call, { signal: abort.signal });
  abort.abort(reason);
  await expect(held).rejects.toBe(reason);
  const woken = vi.spyOn(abort.signal, "removeEventListener");
  calls.resume();

  expect(woken).not.toHaveBeenCalled();
  expect(call).not.toHaveBeenCalled();
});

test("a call that is waiting for a sign-in is made after the user has signed in", async () => {
  const calls = createHeldCalls(SYSTEM_CLOCK, NOBODY);
  calls.pause();
  const held = calls.whenAllowed(async () => "answer", {});
  calls.resume();

  expect(await held).toBe("answer");
});

test("a 429 that asks for more than 15 minutes holds calls for 15 minutes", async () => {
  const waits: number[] = [];
  const clock = { nowMs: () => 0, sleep: async (waitMs: number) => void waits.push(waitMs) };
  const calls = createHeldCalls(clock, NOBODY);
  const retryAfterSeconds = 40 * 24 * 60 * 60;
  const call = vi
    .fn(async () => "answer")
    .mockRejectedValueOnce(new CallFailure("too many", { status: 429, retryAfterSeconds }));

  expect(await calls.whenAllowed(call, {})).toBe("answer");
  expect(waits).toEqual([15 * 60_000]);
});
