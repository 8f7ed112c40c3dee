import { describe, expect, test } from "vitest";
import { includesRole, isRole, ROLES } from "./roles";

describe("a role may do all that the ones behind it may, and nothing more", () => {
  test.each([
    ["administrator", ["administrator", "reviewer", "reader"]],
    ["reviewer", ["reviewer", "reader"]],
    ["reader", ["reader"]],
  ] as const)("%s", (role, may) => {
    expect(ROLES.filter((needed) => includesRole(role, needed))).toEqual(may);
  });
});

test.each(["", "Administrator", "owner", "toString"])("%j is no role", (text) => {
  expect(isRole(text)).toBe(false);
});
