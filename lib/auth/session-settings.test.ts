import { expect, test } from "vitest";
import { cookieNames, deriveSessionSecret } from "./session-settings";

const KEY = Buffer.alloc(32, 7);

test("an encryption key always gives the same secret, on every machine and in every version", () => {
  expect(deriveSessionSecret(KEY)).toBe(deriveSessionSecret(Buffer.from(KEY)));
  expect(deriveSessionSecret(KEY)).toBe("RKlxF4unWJ2Srxi_FF3sw1yxjvVeLmTGwnG5I6VgjGQ");
});

test("a different key gives a different secret, and the secret is never the key itself", () => {
  expect(deriveSessionSecret(Buffer.alloc(32, 8))).not.toBe(deriveSessionSecret(KEY));
  expect(Buffer.from(deriveSessionSecret(KEY), "base64url")).toHaveLength(32);
  expect(deriveSessionSecret(KEY)).not.toBe(KEY.toString("base64url"));
});

test("cookie names that require HTTPS are used only over HTTPS", () => {
  expect(cookieNames({ isSecure: true })).toEqual({
    session: "__Host-stagedoor.session",
    csrf: "__Host-stagedoor.csrf",
    browser: "__Host-stagedoor.browser",
    state: "__Host-stagedoor.state",
    nonce: "__Host-stagedoor.nonce",
    pkce: "__Host-stagedoor.pkce",
    wanted: "__Host-stagedoor.wanted",
  });
  expect(cookieNames({ isSecure: false })).toEqual({
    session: "stagedoor.session",
    csrf: "stagedoor.csrf",
    browser: "stagedoor.browser",
    state: "stagedoor.state",
    nonce: "stagedoor.nonce",
    pkce: "stagedoor.pkce",
    wanted: "stagedoor.wanted",
  });
});
