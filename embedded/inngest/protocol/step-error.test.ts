import { expect, test } from "vitest";
import { readStepError } from "./step-error";

test("an error is cut, so that what tells of it cannot be too large", () => {
  const long = "x".repeat(1_048_576);
  const { name, message, stack } = readStepError({ name: long, message: long, stack: long }, "");
  expect([name.length, message.length, stack?.length]).toEqual([200, 8192, 32_768]);
});

test("a cut through a character leaves a text that can be kept", () => {
  const message = `${"x".repeat(8191)}\u{1F600}`;
  expect(readStepError({ message }, "").message).toBe(`${"x".repeat(8191)}\u{FFFD}`);
});
