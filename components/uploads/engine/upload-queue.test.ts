import { expect, it, vi } from "vitest";
import { createUploadQueue } from "./upload-queue";

it("a call that is aborted while nobody is signed in is not woken by the next sign-in", async () => {
  const queue = createUploadQueue(1, () => undefined);
  const abort = new AbortController();
  const reason = new Error("enough");
  queue.pause();
  const call = vi.fn(async () => "answer");
  const held = queue.whileSignedIn(call, { signal: abort.signal });
  abort.abort(reason);
  await expect(held).rejects.toBe(reason);
  const woken = vi.spyOn(abort.signal, "removeEventListener");
  queue.resume();

  expect(woken).not.toHaveBeenCalled();
  expect(call).not.toHaveBeenCalled();
});

it("a call that waits for a sign-in is made after it", async () => {
  const queue = createUploadQueue(1, () => undefined);
  queue.pause();
  const held = queue.whileSignedIn(async () => "answer", {});
  queue.resume();

  expect(await held).toBe("answer");
});
