import { describe, expect, test } from "vitest";
import { readSettings } from "./read-settings";

describe("the first administrator", () => {
  test("has an email in lower case, as people sign in with it, and the password as it is given", () => {
    const given = {
      STAGEDOOR_ADMIN_EMAIL: "Ann@Example.com",
      STAGEDOOR_ADMIN_PASSWORD: " Correct horse battery ",
    };
    expect(readSettings(given).admin).toEqual({
      email: "ann@example.com",
      password: " Correct horse battery ",
    });
  });

  test.each(["admin", "admin@", "a b@example.com", `${"a".repeat(250)}@b.de`])(
    "has no email such as %j",
    (email) => {
      expect(() => readSettings({ STAGEDOOR_ADMIN_EMAIL: email })).toThrow(
        /^The setting STAGEDOOR_ADMIN_EMAIL must .*\.$/,
      );
    },
  );

  test("has no password that is easily guessed, and it is not repeated", () => {
    const read = () => readSettings({ STAGEDOOR_ADMIN_PASSWORD: "hunter2" });
    expect(read).toThrow(/^The setting STAGEDOOR_ADMIN_PASSWORD must .*\.$/);
    expect(read).not.toThrow(/hunter2/);
  });
});

describe("what sessions are sealed with", () => {
  test("is at least 32 characters", () => {
    const secret = "s".repeat(32);
    expect(readSettings({ NEXTAUTH_SECRET: secret }).nextAuthSecret).toBe(secret);
  });

  test.each(["s".repeat(31), `${"s".repeat(40)} s`, "ß".repeat(40)])("is not %j", (secret) => {
    const read = () => readSettings({ NEXTAUTH_SECRET: secret });
    expect(read).toThrow(/^The setting NEXTAUTH_SECRET must be at least 32/);
    expect(read).not.toThrow(new RegExp(secret));
  });
});

describe("who must have a second factor", () => {
  test.each([
    [undefined, "nobody"],
    ["", "nobody"],
    ["administrators", "administrators"],
    ["everyone", "everyone"],
  ])("REQUIRE_SECOND_FACTOR %j is %s", (given, policy) => {
    expect(readSettings({ REQUIRE_SECOND_FACTOR: given }).secondFactorPolicy).toBe(policy);
  });

  test("is nothing else", () => {
    expect(() => readSettings({ REQUIRE_SECOND_FACTOR: "nobody" })).toThrow(
      "The setting REQUIRE_SECOND_FACTOR must be administrators or everyone, or empty.",
    );
  });
});
