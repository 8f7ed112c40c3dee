import { expect, test } from "vitest";
import { runSideBySide } from "./suites-side-by-side";

const never = new AbortController().signal;

test("runs as many items at a time as allowed, and returns the results in order", async () => {
  let running = 0;
  let most = 0;
  const work = async (item: number) => {
    running += 1;
    most = Math.max(most, running);
    for (let turns = 0; turns < 10 - item; turns += 1) await Promise.resolve();
    running -= 1;
    return item * 2;
  };
  expect(await runSideBySide([1, 2, 3, 4, 5], { width: 2, signal: never }, work)).toEqual([
    2, 4, 6, 8, 10,
  ]);
  expect(most).toBe(2);
});

test("starts nothing after an interruption", async () => {
  const interruption = new AbortController();
  const begun: number[] = [];
  await runSideBySide([1, 2, 3], { width: 1, signal: interruption.signal }, async (item) => {
    begun.push(item);
    if (item === 2) interruption.abort();
  });
  expect(begun).toEqual([1, 2]);
});
