import { describe, expect, test } from "vitest";
import { includesRole, isRole, ROLES } from "./roles";

describe("a role has all rights of the roles after it and no others", () => {
  test.each([
    ["administrator", ["administrator", "reviewer", "reader"]],
    ["reviewer", ["reviewer", "reader"]],
    ["reader", ["reader"]],
  ] as const)("%s", (role, may) => {
    expect(ROLES.filter((needed) => includesRole(role, needed))).toEqual(may);
  });
});

test.each(["", "Administrator", "owner", "toString"])("%j is not a role", (text) => {
  expect(isRole(text)).toBe(false);
});
