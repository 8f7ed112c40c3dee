import { describe, expect, test } from "vitest";
import { readSettings } from "./read-settings";

describe("the first administrator", () => {
  test("has the email in lower case, as for sign-in, and the password unchanged", () => {
    const settings = {
      STAGEDOOR_ADMIN_EMAIL: "Ann@Example.com",
      STAGEDOOR_ADMIN_PASSWORD: " Correct horse battery ",
    };
    expect(readSettings(settings).admin).toEqual({
      email: "ann@example.com",
      password: " Correct horse battery ",
    });
  });

  test.each(["admin", "admin@", "a b@example.com", `${"a".repeat(250)}@b.de`])(
    "cannot have the email %j",
    (email) => {
      expect(() => readSettings({ STAGEDOOR_ADMIN_EMAIL: email })).toThrow(
        /^The setting STAGEDOOR_ADMIN_EMAIL must .*\.$/,
      );
    },
  );

  test("cannot have an easily guessed password, which is not repeated", () => {
    const read = () => readSettings({ STAGEDOOR_ADMIN_PASSWORD: "hunter2" });
    expect(read).toThrow(/^The setting STAGEDOOR_ADMIN_PASSWORD must .*\.$/);
    expect(read).not.toThrow(/hunter2/);
  });
});

describe("the session secret", () => {
  test("has at least 32 characters", () => {
    const secret = "s".repeat(32);
    expect(readSettings({ NEXTAUTH_SECRET: secret }).nextAuthSecret).toBe(secret);
  });

  test.each(["s".repeat(31), `${"s".repeat(40)} s`, "ß".repeat(40)])("cannot be %j", (secret) => {
    const read = () => readSettings({ NEXTAUTH_SECRET: secret });
    expect(read).toThrow(/^The setting NEXTAUTH_SECRET must be at least 32/);
    expect(read).not.toThrow(new RegExp(secret));
  });
});

describe("the second factor policy", () => {
  test.each([
    [undefined, "nobody"],
    ["", "nobody"],
    ["administrators", "administrators"],
    ["everyone", "everyone"],
  ])("for REQUIRE_SECOND_FACTOR=%j is %s", (text, policy) => {
    expect(readSettings({ REQUIRE_SECOND_FACTOR: text }).secondFactorPolicy).toBe(policy);
  });

  test("rejects other values", () => {
    expect(() => readSettings({ REQUIRE_SECOND_FACTOR: "nobody" })).toThrow(
      "The setting REQUIRE_SECOND_FACTOR must be administrators or everyone, or empty.",
    );
  });
});
