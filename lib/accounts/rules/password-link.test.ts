import { describe, expect, test } from "vitest";
import { isPasswordLinkToken, passwordLinkState } from "./password-link";

const NOON = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:00:01.000Z");
const LINK = { usedAt: null, revokedAt: null, expiresAt: LATER };

describe("a link", () => {
  test.each([
    ["is open until it expires", LINK, NOON, "open"],
    ["is expired at the very moment", LINK, LATER, "expired"],
    ["stays used after its expiry", { ...LINK, usedAt: NOON }, LATER, "used"],
    ["stays revoked after its expiry", { ...LINK, revokedAt: NOON }, LATER, "revoked"],
  ])("%s", (_what, link, now, state) => {
    expect(passwordLinkState(link, now)).toBe(state);
  });
});

describe("a token", () => {
  test.each([
    ["A".repeat(43), true],
    [`${"a".repeat(41)}-_`, true],
    ["a".repeat(42), false],
    ["a".repeat(44), false],
    [`${"a".repeat(42)}=`, false],
    [`${"a".repeat(42)}\n`, false],
    [`${"a".repeat(43)}\n`, false],
  ])("%j is valid: %s", (text, isToken) => {
    expect(isPasswordLinkToken(text)).toBe(isToken);
  });
});
