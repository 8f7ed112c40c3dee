import { describe, expect, test } from "vitest";
import { roleFromClaims } from "./role-claim";

const mapping = {
  "docs-admin": "administrator",
  "docs-team": "reviewer",
  guests: "reader",
} as const;
const roleOf = (claims: Record<string, unknown>, claim = "roles") =>
  roleFromClaims(claims, { claim, mapping });

describe("the role from a claim", () => {
  test.each([
    [{ roles: ["docs-admin"] }, "administrator"],
    [{ roles: "docs-team" }, "reviewer"],
    [{ roles: ["guests", "docs-team", "other"] }, "reviewer"],
    [{ roles: ["guests", "docs-admin"] }, "administrator"],
    [{ roles: ["other"] }, null],
    [{ roles: [] }, null],
    [{ roles: { "docs-admin": true } }, null],
    [{ roles: [7, null, ["docs-admin"]] }, null],
    [{ roles: ["constructor", "toString", "__proto__"] }, null],
    [{ roles: "DOCS-ADMIN" }, null],
    [{}, null],
  ])("%j gives %s", (claims, role) => {
    expect(roleOf(claims)).toBe(role);
  });

  test("is found by a path", () => {
    const claims = { realm_access: { roles: ["docs-team"] } };
    expect(roleOf(claims, "realm_access.roles")).toBe("reviewer");
    expect(roleOf(claims, "realm_access.groups")).toBeNull();
    expect(roleOf(claims, "realm_access.roles.0.length")).toBeNull();
  });

  test("is found by a whole name that contains dots", () => {
    const claim = "https://stagedoor.example.com/roles";
    expect(roleOf({ [claim]: ["guests"] }, claim)).toBe("reader");
  });
});
