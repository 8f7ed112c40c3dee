import { expect, test, vi } from "vitest";
import { DomainError, ERROR_CODES, placeOf, retryLostRace } from "./errors";

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

/** Returns an attempt that loses this many races and then wins. */
function losing(count: number) {
  const state = { tries: 0 };
  const attempt = async () => {
    state.tries += 1;
    return state.tries > count ? "written" : null;
  };
  return { state, attempt };
}

test("a race that is lost twice is won at the third attempt", async () => {
  const { state, attempt } = losing(2);
  expect(await retryLostRace(attempt, "Repeat it.")).toBe("written");
  expect(state.tries).toBe(3);
});

test("after three lost races, the error says what to do", async () => {
  const { state, attempt } = losing(3);
  await expect(retryLostRace(attempt, "Repeat it.")).rejects.toMatchObject({
    code: "too-much-contention",
    detail: "Repeat it.",
  });
  expect(state.tries).toBe(3);
});

test("an error thrown by an attempt is not a lost race", async () => {
  const error = new Error("no database");
  await expect(retryLostRace(() => Promise.reject(error), "Repeat it.")).rejects.toBe(error);
});

test("a fault reports its place, but no part of a message that looks like a place", () => {
  const error = new RangeError("cannot parse\n    at Erika Mustermann, IBAN DE02\nend");
  expect(placeOf(error)).toMatch(/^RangeError at .*errors\.test\.ts:\d+:\d+\)?$/);
});

test("a fault whose place is unknown reports only the kind of its error", () => {
  const error = new Error("changed");
  error.stack = "Error: before\n    at Erika (file.pdf:1:1)";
  expect(placeOf(error)).toBe("Error");
  expect(placeOf("Erika Mustermann")).toBe("unknown");
});
