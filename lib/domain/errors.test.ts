import { expect, test } from "vitest";
import { DomainError, ERROR_CODES } from "./errors";

test("codes are kebab-case and each stands there once", () => {
  expect(ERROR_CODES.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
});

test("an error keeps its cause and has no wrong values unless they are given", () => {
  const cause = new Error("inner");
  const error = new DomainError("not-found", "Nothing here.", { cause });
  expect(error.cause).toBe(cause);
  expect(error.errors).toEqual([]);
  expect(error.message).toBe("not-found: Nothing here.");
});
