import { expect, test } from "vitest";
import { readSettings } from "./read-settings";
import { hidesClientAddresses } from "./settings-warnings";

const HTTPS = { PUBLIC_URL: "https://stagedoor.example.com" };

test.each([
  [HTTPS, true],
  [{ ...HTTPS, TRUSTED_PROXY_HOPS: "" }, true],
  [{ ...HTTPS, TRUSTED_PROXY_HOPS: "0" }, true],
  [{ ...HTTPS, TRUSTED_PROXY_HOPS: "1" }, false],
  [{ PUBLIC_URL: "http://stagedoor.lan" }, false],
  [{ PUBLIC_URL: "http://stagedoor.lan", TRUSTED_PROXY_HOPS: "0" }, false],
  [{}, false],
])("the settings %j hide client addresses: %s", (settings, expected) => {
  expect(hidesClientAddresses(readSettings(settings))).toBe(expected);
});
