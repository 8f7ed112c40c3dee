import { describe, expect, test } from "vitest";
import { ownPath } from "./own-path";

const ORIGIN = "http://localhost:3000";

describe("an address within this application is returned as its path", () => {
  test.each([
    ["/cockpit", "/cockpit"],
    ["/cockpit/asset?identifier=A%2FB#top", "/cockpit/asset?identifier=A%2FB#top"],
    ["http://localhost:3000/account", "/account"],
    ["HTTP://LOCALHOST:3000", "/"],
    ["/a/../cockpit", "/cockpit"],
    ["/?next=https://evil.example", "/?next=https://evil.example"],
  ])("%s", (text, path) => expect(ownPath(text, ORIGIN)).toBe(path));
});

describe("any other text is rejected", () => {
  test.each([
    "",
    "cockpit",
    "https://evil.example",
    "https://localhost:3000/cockpit",
    "http://localhost:3001/cockpit",
    "http://localhost:3000@evil.example/",
    "http://localhost:3000.evil.example/",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "http://localhost:3000//evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "http://",
  ])("%j", (text) => expect(ownPath(text, ORIGIN)).toBeNull());
});
