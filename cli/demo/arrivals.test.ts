import { expect, test } from "vitest";
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

/** A receiver that has pages of `pageItems`. */
function receiverWith(numbers: number[], pageItems = 3) {
  return {
    listArrivals: async (after: number) =>
      numbers
        .filter((number) => number > after)
        .slice(0, pageItems)
        .map(arrival),
  };
}

test("what came before is left out, however many pages it fills", async () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7];
  const arrivals = await followArrivals(receiverWith(numbers));
  numbers.push(8, 9);
  const seen: number[] = [];
  arrivals.listen(({ number }) => seen.push(number));
  await arrivals.until(() => arrivals.all().length === 2, "two more");
  expect(seen).toEqual([8, 9]);
});

test("it is read while work is done, and the work's result or failure is handed on", async () => {
  const numbers: number[] = [];
  const arrivals = await followArrivals(receiverWith(numbers));
  let finish: (result: string) => void = () => undefined;
  const work = new Promise<string>((resolve) => {
    finish = resolve;
  });
  arrivals.listen(() => finish("done"));
  numbers.push(1);
  expect(await arrivals.during(work)).toBe("done");
  await expect(arrivals.during(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
});

test("waiting in vain ends with a sentence that says for what", async () => {
  const arrivals = await followArrivals(receiverWith([1]), 40);
  await expect(arrivals.until(() => false, "the last changes")).rejects.toThrow(
    /^The receiver waited 0 s in vain for the last changes\.$/,
  );
});

test("who listens no more hears no more", async () => {
  const numbers: number[] = [];
  const arrivals = await followArrivals(receiverWith(numbers));
  const seen: number[] = [];
  const silence = arrivals.listen(({ number }) => seen.push(number));
  silence();
  numbers.push(1);
  await arrivals.until(() => arrivals.all().length === 1, "one");
  expect(seen).toEqual([]);
});
