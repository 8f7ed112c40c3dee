import { describe, expect, test } from "vitest";
import {
  decideEmailKeys,
  emailKey,
  emailProblem,
  newEmailProblem,
  normaliseEmail,
  vouchedEmailKey,
} from "./email";

test("an email is compared regardless of case and surrounding spaces", () => {
  expect(normaliseEmail("  Ada.Lovelace@Example.COM\n")).toBe("ada.lovelace@example.com");
});

test("no character outside ASCII becomes an ASCII letter in the normal form", () => {
  const folded = Array.from({ length: 0x110000 - 0x80 }, (_, index) => index + 0x80)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /^\p{ASCII}*$/u.test(normaliseEmail(`a${sign}@b`)));
  expect(folded).toEqual([]);
});

const ACCEPTED = ["a@b", "ada+stage@example.com", "o'hara_1@mail.example", `${"a".repeat(252)}@b`];

describe("accepted", () => {
  test.each(ACCEPTED)("%s for a new account", (email) => {
    expect(newEmailProblem(email)).toBeNull();
  });

  test.each([...ACCEPTED, "müller@köln.example"])("%s for an account that exists", (email) => {
    expect(emailProblem(email)).toBeNull();
  });
});

describe("rejected for a new account", () => {
  const FORM = "must be of the form name@example.com";
  test.each([
    ["a quoted name", '"ada"@example.com', FORM],
    ["a comment", "ada(work)@example.com", FORM],
    ["a trailing dot", "ada@example.com.", FORM],
    ["an empty part of the domain", "ada@example..com", FORM],
    ["an address literal", "ada@[192.0.2.1]", FORM],
    ["composed characters", "m\u00fcller@example.com", expect.stringContaining("only ASCII")],
    ["decomposed characters", "mu\u0308ller@example.com", expect.stringContaining("only ASCII")],
    ["a KELVIN SIGN", "\u212aim@example.com", expect.stringContaining("only ASCII")],
    ["a wide letter", "\uff41da@example.com", expect.stringContaining("only ASCII")],
    ["a domain outside ASCII", "ada@köln.example", expect.stringContaining("xn--kln-sna.example")],
  ])("%s", (_what, email, problem) => {
    expect(newEmailProblem(normaliseEmail(email))).toEqual(problem);
  });
});

describe("the key of an email", () => {
  test.each(ACCEPTED)("is the email itself for %s", (email) => {
    expect(emailKey(email)).toBe(email);
    expect(vouchedEmailKey(email.toUpperCase())).toBe(email);
  });

  test("is the same however Unicode writes the characters", () => {
    expect(emailKey("mu\u0308ller@example.com")).toBe("m\u00fcller@example.com");
    expect(emailKey("\uff41da@example.com")).toBe("ada@example.com");
  });

  test.each([
    "\u212aim@example.com",
    "mu\u0308ller@example.com",
    "\uff41da@example.com",
    "a\0@b",
    "",
  ])("is not given to a provider that vouches for another spelling of it: %j", (email) =>
    expect(vouchedEmailKey(email)).toBeNull(),
  );

  test("is not shared by accounts that exist, whose emails are returned together", () => {
    const account = (id: string, email: string, key: string | null = null) => ({ id, email, key });
    const composed = account("1", "m\u00fcller@example.com");
    const decomposed = account("2", "mu\u0308ller@example.com");
    const narrow = account("4", "kim@example.com", "kim@example.com");
    const wide = account("5", "\uff4bim@example.com");
    const all = [composed, decomposed, account("3", "eve@example.com"), narrow, wide];
    expect(decideEmailKeys(all)).toEqual({
      keys: new Map([["3", "eve@example.com"]]),
      collisions: [
        [composed, decomposed],
        [narrow, wide],
      ],
    });
  });
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
  ])("%s", (_what, email, problem) => {
    expect(emailProblem(email)).toBe(problem);
    expect(newEmailProblem(email)).toBe(problem);
  });
});
