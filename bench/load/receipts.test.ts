import { expect, test } from "vitest";
import { changeKey, changeOf } from "./generate-load";
import { createArrivals } from "./receipts";

const { signal } = new AbortController();
const UUID = "01a1fb10-91f3-7689-ab3c-b13591dfedf4";

test("waiting for changes also counts changes that arrived before the wait began", async () => {
  const arrivals = createArrivals();
  arrivals.note("a 1");
  const all = arrivals.untilAll(["a 1", "b 1"], 10_000, signal);
  arrivals.note("b 2");
  arrivals.note("b 1");

  await all;
  expect(arrivals.count()).toBe(3);
  expect(arrivals.receivedMs("c 1")).toBeUndefined();
});

test("only the first arrival of a change counts", () => {
  const arrivals = createArrivals();
  arrivals.note("a 1");
  const first = arrivals.receivedMs("a 1");
  arrivals.note("a 1");

  expect(arrivals.receivedMs("a 1")).toBe(first);
});

test("a change that never arrives causes an error with the number of missing changes", async () => {
  await expect(createArrivals().untilAll(["a 1"], 1, signal)).rejects.toThrow(
    "1 changes never arrived",
  );
});

test("stopping the bench ends the wait for changes", async () => {
  const stop = new AbortController();
  const waiting = createArrivals().untilAll(["a 1"], 10_000, stop.signal);
  stop.abort(new Error("stopped"));

  await expect(waiting).rejects.toThrow("stopped");
});

test("the key of a change comes from the request or from the response", () => {
  const bytes = "";
  expect(changeOf({ bytes, change: null }, "")).toBeNull();
  expect(changeOf({ bytes, change: { uuid: "x", status: 2 } }, "")).toBe(changeKey("x", 2));
  expect(changeOf({ bytes, change: { uuid: null, status: 1 } }, `{"doc":{"id":"${UUID}"}}`)).toBe(
    changeKey(UUID, 1),
  );
  expect(() => changeOf({ bytes, change: { uuid: null, status: 1 } }, "{}")).toThrow("no UUID");
});
