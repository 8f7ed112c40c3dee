import { expect, test } from "vitest";
import { isCancelled } from "./is-cancelled";

test("only an upload that failed with the code cancelled counts as cancelled", () => {
  expect(isCancelled({ status: 6, failure: { code: "cancelled" } })).toBe(true);
  expect(isCancelled({ status: 6, failure: { code: "upload-expired" } })).toBe(false);
  expect(isCancelled({ status: 6, failure: null })).toBe(false);
  expect(isCancelled({ status: 4, failure: { code: "cancelled" } })).toBe(false);
});
