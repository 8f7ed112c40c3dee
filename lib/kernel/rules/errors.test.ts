import { expect, test, vi } from "vitest";
import { DomainError, ERROR_CODES } from "./errors";

test("codes are unique and in kebab-case", () => {
  expect(ERROR_CODES.filter((code) => !/^[a-z]+(-[a-z]+)*$/.test(code))).toEqual([]);
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
});

test("an error keeps its cause and has no invalid values unless they are given", () => {
  const cause = new Error("inner");
  const error = new DomainError("not-found", "Nothing here.", { cause });
  expect(error.cause).toBe(cause);
  expect(error.errors).toEqual([]);
  expect(error.message).toBe("not-found: Nothing here.");
});

test("an error from a different copy of this module is also recognised, and nothing else is", async () => {
  vi.resetModules();
  const copy = await import("./errors");
  class Special extends DomainError {}
  const error = new copy.DomainError("not-found", "Nothing here.");

  expect(copy.DomainError).not.toBe(DomainError);
  expect(error instanceof DomainError).toBe(true);
  expect(error instanceof Special).toBe(false);
  expect(new Special("not-found", "Nothing here.") instanceof Special).toBe(true);
  for (const other of [new Error("inner"), null, "not-found", { code: "not-found" }]) {
    expect(other instanceof DomainError).toBe(false);
  }
});
