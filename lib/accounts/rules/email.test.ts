import { describe, expect, test } from "vitest";
import { emailProblem, normaliseEmail } from "./email";

test("an email is compared regardless of case and surrounding spaces", () => {
  expect(normaliseEmail("  Ada.Lovelace@Example.COM\n")).toBe("ada.lovelace@example.com");
});

describe("accepted", () => {
  test.each(["a@b", "ada+stage@example.com", "müller@köln.example", `${"a".repeat(252)}@b`])(
    "%s",
    (email) => expect(emailProblem(email)).toBeNull(),
  );
});

describe("rejected", () => {
  test.each([
    ["nothing", "", "must be of the form name@example.com"],
    ["no @", "ada.example.com", "must be of the form name@example.com"],
    ["two @", "ada@eve@example.com", "must be of the form name@example.com"],
    ["no name", "@example.com", "must be of the form name@example.com"],
    ["no domain", "ada@", "must be of the form name@example.com"],
    ["255 characters", `${"a".repeat(253)}@b`, "must have at most 254 characters"],
    ["a space", "ada lovelace@example.com", "must not contain spaces or invisible characters"],
    ["a NUL", "ada\u0000@example.com", "must not contain spaces or invisible characters"],
    [
      "a zero-width space",
      "a\u200bda@example.com",
      "must not contain spaces or invisible characters",
    ],
    [
      "a lone surrogate",
      "ada\ud800@example.com",
      "must not contain spaces or invisible characters",
    ],
  ])("%s", (_what, email, problem) => expect(emailProblem(email)).toBe(problem));
});
