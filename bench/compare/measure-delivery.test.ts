import { expect, test } from "vitest";
import { toDelivery } from "./measure-delivery";

const answered = (change: string, dueMs: number, answeredMs: number) => ({
  change,
  dueMs,
  answeredMs,
});
const receivedAt = (times: Record<string, number>) => ({
  receivedMs: (change: string) => times[change],
});

test("a receipt is counted from the answer, and one that overtakes it as 0", () => {
  const changes = [answered("a", 0, 10), answered("b", 5, 20), answered("c", 8, 30)];

  expect(toDelivery(changes, receivedAt({ a: 100, b: 19, c: 50 }))).toEqual({
    p50Ms: 20,
    p99Ms: 90,
    changesPerSecond: 30,
  });
});

test("a change that never arrived is no figure", () => {
  expect(() => toDelivery([answered("a", 0, 10)], receivedAt({}))).toThrow("no arrival of a");
});
