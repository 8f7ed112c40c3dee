import { expect, test } from "vitest";
import { readStepError } from "./step-error";

test("an error is truncated, so that events and requests containing it cannot become too large", () => {
  const long = "x".repeat(1_048_576);
  const { name, message, stack } = readStepError({ name: long, message: long, stack: long }, "");
  expect([name.length, message.length, stack?.length]).toEqual([200, 8192, 32_768]);
});

test("text that is truncated in the middle of a character can still be stored", () => {
  const message = `${"x".repeat(8191)}\u{1F600}`;
  expect(readStepError({ message }, "").message).toBe(`${"x".repeat(8191)}\u{FFFD}`);
});
