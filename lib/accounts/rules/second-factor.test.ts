import { describe, expect, test } from "vitest";
import { ROLES } from "@/lib/kernel/rules/roles";
import { needsSecondFactor, readCode, SECOND_FACTOR_POLICIES } from "./second-factor";

describe("the requirement for a second factor", () => {
  test("depends on the policy and the role", () => {
    const table = SECOND_FACTOR_POLICIES.map((policy) => [
      policy,
      ROLES.filter((role) => needsSecondFactor(policy, role)),
    ]);
    expect(Object.fromEntries(table)).toEqual({
      nobody: [],
      administrators: ["administrator"],
      everyone: ["administrator", "reviewer", "reader"],
    });
  });
});

describe("a code from an authenticator app", () => {
  test.each(["123456", "123 456", " 123456\n"])("%j is accepted", (typed) => {
    expect(readCode(typed)).toBe("123456");
  });

  test.each(["", "12345", "1234567", "12345a", "-12345", "١٢٣٤٥٦"])("%j is not a code", (typed) => {
    expect(readCode(typed)).toBeNull();
  });
});
