import { expect, test, vi } from "vitest";
import { createBeforeLeaving } from "./before-leaving";

test("flushing does all pending work except the work that was withdrawn", async () => {
  const beforeLeaving = createBeforeLeaving();
  const done: string[] = [];
  const flush = (name: string) => async () => done.push(name) > 0;
  beforeLeaving.add(flush("first"));
  const remove = beforeLeaving.add(flush("removed"));
  beforeLeaving.add(flush("last"));
  remove();
  expect(await beforeLeaving.flushAll(1_000)).toBe(true);
  expect(done).toEqual(["first", "last"]);
});

test.each([
  ["was refused", async () => false],
  ["threw", () => Promise.reject(new Error("no answer"))],
])("flushing resolves to false if one piece of work %s", async (_, flush) => {
  const beforeLeaving = createBeforeLeaving();
  beforeLeaving.add(flush);
  beforeLeaving.add(async () => true);
  expect(await beforeLeaving.flushAll(1_000)).toBe(false);
});

test("flushing waits no longer than the given time", async () => {
  vi.useFakeTimers();
  const beforeLeaving = createBeforeLeaving();
  beforeLeaving.add(() => new Promise(() => {}));
  const all = beforeLeaving.flushAll(5_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await all).toBe(false);
  vi.useRealTimers();
});
