import { describe, expect, test } from "vitest";
import { ownPath, readDevice } from "./session";

const MOZILLA = "Mozilla/5.0";
const LIKE = "AppleWebKit/537.36 (KHTML, like Gecko)";
const IOS = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${LIKE} Chrome/149.0.0.0 Safari/537.36`,
    "Chrome",
    "Windows",
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${LIKE} Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0`,
    "Edge",
    "Windows",
  ],
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0`,
    "Firefox",
    "Windows",
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${IOS} Version/19.0 Safari/605.1.15`,
    "Safari",
    "macOS",
  ],
  [
    `${MOZILLA} (X11; Linux x86_64) ${LIKE} Chrome/149.0.0.0 Safari/537.36 OPR/120.0.0.0`,
    "Opera",
    "Linux",
  ],
  [
    `${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${LIKE} Chrome/149.0.0.0 Safari/537.36`,
    "Chrome",
    "ChromeOS",
  ],
  [
    `${MOZILLA} (X11; Linux x86_64) ${LIKE} HeadlessChrome/149.0.0.0 Safari/537.36`,
    "Chrome",
    "Linux",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${IOS} Version/19.0 Mobile/15E148 Safari/604.1`,
    "Safari",
    "iPhone",
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${IOS} CriOS/149.0 Mobile/15E148 Safari/604.1`,
    "Chrome",
    "iPhone",
  ],
  [
    `${MOZILLA} (iPad; CPU OS 19_0 like Mac OS X) ${IOS} FxiOS/150.0 Mobile/15E148 Safari/605.1.15`,
    "Firefox",
    "iPad",
  ],
  [
    `${MOZILLA} (Linux; Android 10; K) ${LIKE} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [`${MOZILLA} (Android 15; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0`, "Firefox", "Android"],
  ["curl/8.14.1", null, null],
  ["", null, null],
  [null, null, null],
])("%s is read as %s on %s", (userAgent, browser, system) => {
  expect(readDevice(userAgent)).toEqual({ browser, system });
});

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
