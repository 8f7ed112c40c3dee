import { expect, test, vi } from "vitest";
import { createBeforeLeaving } from "./before-leaving";

test("does everything that is still waiting, and nothing that was taken back", async () => {
  const beforeLeaving = createBeforeLeaving();
  const done: string[] = [];
  const flush = (name: string) => async () => done.push(name) > 0;
  beforeLeaving.add(flush("first"));
  const takeBack = beforeLeaving.add(flush("taken back"));
  beforeLeaving.add(flush("last"));
  takeBack();
  expect(await beforeLeaving.flushAll(1_000)).toBe(true);
  expect(done).toEqual(["first", "last"]);
});

test.each([
  ["was refused", async () => false],
  ["threw", () => Promise.reject(new Error("no answer"))],
])("says when one of them %s", async (_, flush) => {
  const beforeLeaving = createBeforeLeaving();
  beforeLeaving.add(flush);
  beforeLeaving.add(async () => true);
  expect(await beforeLeaving.flushAll(1_000)).toBe(false);
});

test("waits no longer than it is told to", async () => {
  vi.useFakeTimers();
  const beforeLeaving = createBeforeLeaving();
  beforeLeaving.add(() => new Promise(() => {}));
  const all = beforeLeaving.flushAll(5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await all).toBe(false);
  vi.useRealTimers();
});
