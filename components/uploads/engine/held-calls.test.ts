import { expect, it, vi } from "vitest";
import { SYSTEM_CLOCK } from "@/lib/client/retrying";
import { createHeldCalls } from "./held-calls";

const NOBODY = { onPauseChange: () => undefined, onRateLimitChange: () => undefined };

it("a call that is aborted while nobody is signed in is not woken by the next sign-in", async () => {
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

it("a call that waits for a sign-in is made after it", async () => {
  const calls = createHeldCalls(SYSTEM_CLOCK, NOBODY);
  calls.pause();
  const held = calls.whenAllowed(async () => "answer", {});
  calls.resume();

  expect(await held).toBe("answer");
});
