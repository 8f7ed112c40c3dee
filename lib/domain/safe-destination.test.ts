import { expect, test } from "vitest";
import { safeDestination } from "./safe-destination";

test.each([
  ["/cockpit", "/cockpit"],
  ["/cockpit/asset?identifier=A%2F1#top", "/cockpit/asset?identifier=A%2F1#top"],
  ["/a/../cockpit", "/cockpit"],
])("the path %s of this site is kept", (given, kept) => {
  expect(safeDestination(given, "/start")).toBe(kept);
});

test.each([
  undefined,
  ["/cockpit"],
  "",
  "cockpit",
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
  "/x/..//evil.example/",
  "javascript:alert(1)",
])("%j, which leads elsewhere, becomes the fallback", (given) => {
  expect(safeDestination(given, "/start")).toBe("/start");
});
