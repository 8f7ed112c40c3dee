import { expect, onTestFinished, test } from "vitest";
import type { Arrival } from "../receiver-control/receiver-control";
import { followArrivals } from "./arrivals";

const arrival = (number: number): Arrival => ({
  ...{
    number,
    arrivedAtMs: 0,
    id: `msg_${number}`,
    attempt: 1,
    items: null,
    headers: {},
    body: "",
  },
  ...{ whyNotVerified: null, answered: 200 },
});

/** A receiver with pages of `pageItems`. */
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

test("what came before is left out, however many pages it fills", async () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const { arrivals, seen } = await follow(numbers);
  numbers.push(8, 9);
  await arrivals.until(() => arrivals.all.length === 2, "two more");
  expect(seen()).toEqual([8, 9]);
});

test("after its end nothing is read", async () => {
  const numbers = [1];
  const { arrivals, seen } = await follow(numbers);
  numbers.push(2, 3);
  await arrivals.until(() => arrivals.all.length === 2, "two more");
  arrivals.stop();
  numbers.push(4);
  await expect(arrivals.until(() => arrivals.all.length === 3, "one more")).rejects.toThrow();
  expect(seen()).toEqual([2, 3]);
});

test("waiting in vain ends with a sentence that says for what", async () => {
  const { arrivals } = await follow([1], 40);
  await expect(arrivals.until(() => false, "the last status changes")).rejects.toThrow(
    /^The receiver got nothing for 0 s and is still waiting for the last status changes\.$/,
  );
});

test("a receiver that cannot be read any more ends the waiting with its own sentence", async () => {
  const answers = [[], Promise.reject(new Error("The receiver does not answer."))];
  const arrivals = await followArrivals({ listArrivals: async () => answers.shift() ?? [] });
  await expect(arrivals.until(() => false, "it")).rejects.toThrow("The receiver does not answer.");
  arrivals.stop();
});
