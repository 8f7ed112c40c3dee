import { expect, test } from "vitest";
import { toDelivery } from "./run-burst";

const answered = (change: string, dueMs: number, answeredMs: number) => ({
  change,
  dueMs,
  answeredMs,
});
const receivedAt = (times: Record<string, number>) => ({
  receivedMs: (change: string) => times[change],
});

test("measures from the response to the receipt, and counts a receipt before the response as 0", () => {
  const changes = [answered("a", 0, 10), answered("b", 5, 20), answered("c", 8, 30)];

  expect(toDelivery(changes, receivedAt({ a: 100, b: 19, c: 50 }))).toEqual({
    p50Ms: 20,
    p99Ms: 90,
    changesPerSecond: 30,
  });
});

test("throws an error for a change that never arrived", () => {
  expect(() => toDelivery([answered("a", 0, 10)], receivedAt({}))).toThrow("a never arrived");
});
