import { hasVisibleCharacter } from "@/lib/kernel/rules/plain-text";

/** The name of the API key from the environment setting; no other key can have it. */
export const SETTING_KEY_NAME = "STAGEDOOR_API_KEY";

/** The maximum number of seconds for which a revoked key may still be accepted, in any process (decision 0003). */
export const REVOCATION_SECONDS_MAX = 3;

/** Returns whether a string can be an API key: 32 to 200 printable ASCII characters without spaces. */
export function isApiKeyText(text: string): boolean {
  return /^[\x21-\x7e]{32,200}$/.test(text);
}

/**
 * Returns whether a string can be the name of a key: 1 to 100 characters, no control characters, at least one visible.
 */
export function isApiKeyName(text: string): boolean {
  return /^[^\p{Cc}]{1,100}$/u.test(text) && hasVisibleCharacter(text);
}

/** The values that determine whether a key works. */
interface KeyLife {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Returns whether a key works now and, if not, why. Revoked takes precedence over expired. */
export function apiKeyState(key: KeyLife, now: Date): "active" | "revoked" | "expired" {
  if (key.revokedAt) return "revoked";
  return key.expiresAt && key.expiresAt <= now ? "expired" : "active";
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many days before its expiry a key is marked. */
const EXPIRING_SOON_DAYS = 14;

/** How many days a key can go unused before it is marked. */
const UNUSED_DAYS = 90;

/** Returns whether an active key expires within the next few days. */
export const isExpiringSoon = (key: KeyLife, now: Date): boolean =>
  apiKeyState(key, now) === "active" &&
  key.expiresAt !== null &&
  key.expiresAt.getTime() - now.getTime() <= EXPIRING_SOON_DAYS * DAY_MS;

/** Returns whether an active key is old and has gone unused for so long that it is probably no longer needed. */
export const isUnused = (
  key: KeyLife & { readonly createdAt: Date; readonly lastUsedAt: Date | null },
  now: Date,
): boolean =>
  apiKeyState(key, now) === "active" &&
  now.getTime() - (key.lastUsedAt ?? key.createdAt).getTime() >= UNUSED_DAYS * DAY_MS;

/** How long both keys work after a rotation, by option. */
export const OVERLAP_SECONDS = { "1h": 3_600, "24h": 86_400, "7d": 604_800 } as const;

/** One of the overlap options. */
export type Overlap = keyof typeof OVERLAP_SECONDS;
