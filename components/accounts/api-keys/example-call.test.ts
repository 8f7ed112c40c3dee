import { describe, expect, test } from "vitest";
import { SCOPES } from "@/lib/kernel/rules/actor";
import { exampleCall } from "./example-call";

const KEY = `sd_${"k".repeat(43)}`;
const callWith = (...scopes: (typeof SCOPES)[number][]) =>
  exampleCall({ key: KEY, row: { scopes }, publicUrl: "https://stagedoor.example.com" });

describe("the example call shown with a new key", () => {
  test("is a read-only call if the key's scopes allow one", () => {
    expect(callWith(...SCOPES)).toBe(
      `curl -H 'Authorization: Bearer ${KEY}' \\\n  'https://stagedoor.example.com/external-api/staged-documents?limit=1'`,
    );
  });

  test.each([
    ["configuration:read", "/external-api/external-dms-configuration'"],
    ["documents:write", `-d '{"assetIdentifier": "BLD-0001", "name": "lease.pdf"}'`],
    ["documents:process", `-X PUT`],
    ["documents:review", `-d '{"status": 5}'`],
    [
      "configuration:write",
      "-X POST 'https://stagedoor.example.com/external-api/notifications/tests'",
    ],
    ["documents:erase", "/staged-documents/<uuid>/content-erasure'"],
  ] as const)("uses %s if the key has only that scope", (scope, part) => {
    expect(callWith(scope)).toContain(part);
  });
});
