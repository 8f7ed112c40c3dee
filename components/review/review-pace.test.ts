import { expect, test } from "vitest";
import { createPace } from "./review-pace";

test("the median is of the time between inputs, and a pause counts as 30 seconds at most", () => {
  const pace = createPace(0);
  expect(pace.medianSeconds()).toBeNull();
  pace.note(2_000);
  pace.finish(4_000);
  expect(pace.medianSeconds()).toBe(4);
  pace.note(5_000);
  pace.finish(3_600_000);
  pace.finish(3_610_000);
  expect(pace.medianSeconds()).toBe(10);
});
