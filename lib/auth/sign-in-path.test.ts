import { expect, test } from "vitest";
import { signInPath } from "./sign-in-path";

test("a user who requested a page returns to it, with its query, after sign-in", () => {
  expect(signInPath("/cockpit/asset?identifier=BLD-0001")).toBe(
    "/login?callbackUrl=%2Fcockpit%2Fasset%3Fidentifier%3DBLD-0001",
  );
});

test.each([
  null,
  "",
  "/",
  "/login?callbackUrl=%2Fcockpit",
  "//evil.example",
  "/\\evil.example",
  "/.//evil.example",
  "https://evil.example/cockpit",
  "http://stagedoor.invalid/cockpit",
  "cockpit",
])("sign-in does not lead back to the page %j", (path) => expect(signInPath(path)).toBe("/login"));
