import { expect, onTestFinished, test } from "vitest";
import type { Arrival } from "../receiver-control/receiver-control";
import { followArrivals } from "./arrivals";

const arrival = (number: number): Arrival => ({
  number,
  arrivedAtMs: 0,
  id: `msg_${number}`,
  attempt: 1,
  items: null,
  headers: {},
  body: "",
  whyNotVerified: null,
  answered: 200,
});

/** Creates a receiver that lists its arrivals in pages of `pageItems` requests. */
function receiverWith(numbers: number[], pageItems = 3) {
  return {
    listArrivals: async (after: number) =>
      numbers
        .filter((number) => number > after)
        .slice(0, pageItems)
        .map(arrival),
  };
}

async function follow(numbers: number[], patienceMs?: number) {
  const arrivals = await followArrivals(receiverWith(numbers), patienceMs);
  onTestFinished(arrivals.stop);
  return { arrivals, seen: () => arrivals.all.map(({ number }) => number) };
}

test("requests from before the start are skipped, however many pages they fill", async () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const { arrivals, seen } = await follow(numbers);
  numbers.push(8, 9);
  await arrivals.until(() => arrivals.all.length === 2, "two more");
  expect(seen()).toEqual([8, 9]);
});

test("nothing is read after the arrivals are stopped", async () => {
  const numbers = [1];
  const { arrivals, seen } = await follow(numbers);
  numbers.push(2, 3);
  await arrivals.until(() => arrivals.all.length === 2, "two more");
  arrivals.stop();
  numbers.push(4);
  await expect(arrivals.until(() => arrivals.all.length === 3, "one more")).rejects.toThrow();
  expect(seen()).toEqual([2, 3]);
});

test("a wait that times out reports what it was waiting for", async () => {
  const { arrivals } = await follow([1], 40);
  await expect(arrivals.until(() => false, "the last status changes")).rejects.toThrow(
    /^The receiver got nothing for 0 s while the demo waited for the last status changes\.$/,
  );
});

test("a receiver that can no longer be read ends the wait with its own error", async () => {
  const answers = [[], Promise.reject(new Error("The receiver does not answer."))];
  const arrivals = await followArrivals({ listArrivals: async () => answers.shift() ?? [] });
  await expect(arrivals.until(() => false, "it")).rejects.toThrow("The receiver does not answer.");
  arrivals.stop();
});
