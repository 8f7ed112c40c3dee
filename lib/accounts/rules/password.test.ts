import { describe, expect, test } from "vitest";
import { isPasswordLinkToken, passwordLinkState, passwordProblem } from "./password";

describe("accepted", () => {
  test.each([
    "correct horse",
    "zwölf Wolken über Köln",
    "x7!Qm2#Lp9@Z",
    "🐎🔋📎🗝️🧭🪁🐙🎲🧩🪵🌵🍋",
    `${"a".repeat(190)}bcdefghijk`,
  ])("%s", (password) => expect(passwordProblem(password)).toBeNull());
});

describe("rejected", () => {
  test.each([
    ["11 characters", "correct hor", "must have at least 12 characters"],
    ["6 emoji, which are 12 units", "🐎🔋📎🧭🪁🐙", "must have at least 12 characters"],
    ["201 characters", "correct hors".repeat(17).slice(0, 201), "must have at most 200 characters"],
    [
      "11 characters and an accent of its own",
      "correct hors\u00e9".slice(2).normalize("NFD"),
      "must have at least 12 characters",
    ],
    [
      "the digits, full width",
      "１２３４５６７８９０１２",
      "must not be a keyboard pattern or repeated text",
    ],
    ["a lone surrogate", "correct horse \ud800", "must be well-formed Unicode"],
    ["a NUL", "correct horse\u0000", "must not contain control characters"],
    ["spaces", " ".repeat(12), "must not be blank"],
    ["one character", "aaaaaaaaaaaa", "must have at least 5 different characters"],
    ["four characters", "abcdabcdabcd", "must have at least 5 different characters"],
    ["a word twice", "PasswordpassworD", "must not be a keyboard pattern or repeated text"],
    ["the digits", "123456789012", "must not be a keyboard pattern or repeated text"],
    ["the alphabet", "ABCDEFGHIJKL", "must not be a keyboard pattern or repeated text"],
    ["the keys", "qwertyuiopas", "must not be a keyboard pattern or repeated text"],
  ])("%s", (_what, password, problem) => expect(passwordProblem(password)).toBe(problem));

  test("a password is accepted if its stored form is long enough, even if the typed form looks shorter", () => {
    expect(passwordProblem("ﬃ ﬃ horse")).toBeNull();
  });

  test("the longest possible text is checked without delay", () => {
    expect(passwordProblem(`${"abcde".repeat(39)}abcdf`)).toBeNull();
  });
});

const NOON = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:00:01.000Z");
const LINK = { usedAt: null, revokedAt: null, expiresAt: LATER };

describe("a link", () => {
  test.each([
    ["is open until it expires", LINK, NOON, "open"],
    ["is expired at the very moment", LINK, LATER, "expired"],
    ["stays used after its expiry", { ...LINK, usedAt: NOON }, LATER, "used"],
    ["stays revoked after its expiry", { ...LINK, revokedAt: NOON }, LATER, "revoked"],
  ])("%s", (_what, link, now, state) => {
    expect(passwordLinkState(link, now)).toBe(state);
  });
});

describe("a token", () => {
  test.each([
    ["A".repeat(43), true],
    [`${"a".repeat(41)}-_`, true],
    ["a".repeat(42), false],
    ["a".repeat(44), false],
    [`${"a".repeat(42)}=`, false],
    [`${"a".repeat(42)}\n`, false],
    [`${"a".repeat(43)}\n`, false],
  ])("%j is valid: %s", (text, isToken) => {
    expect(isPasswordLinkToken(text)).toBe(isToken);
  });
});
