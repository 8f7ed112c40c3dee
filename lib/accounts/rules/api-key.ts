import { hasVisibleCharacter } from "@/lib/kernel/rules/visible-text";

/** The name of the setting's key; no other key can have it. */
export const SETTING_KEY_NAME = "STAGEDOOR_API_KEY";

/** A revoked key is rejected after this time at the latest, in every process (decision 0003). */
export const REVOCATION_SECONDS_MAX = 3;

/** An API key as a client may present it: 32 to 200 printable ASCII characters without a space. */
export function isApiKeyText(text: string): boolean {
  return /^[\x21-\x7e]{32,200}$/.test(text);
}

/** The name of a key: 1 to 100 characters, none of them a control character, at least one visible. */
export function isApiKeyName(text: string): boolean {
  return /^[^\p{Cc}]{1,100}$/u.test(text) && hasVisibleCharacter(text);
}

/** What the life of a key depends on. */
interface KeyLife {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}

/** Whether a key works now, and if not, why: revoked takes precedence over expired. */
export function apiKeyState(key: KeyLife, now: Date): "active" | "revoked" | "expired" {
  if (key.revokedAt) return "revoked";
  return key.expiresAt && key.expiresAt <= now ? "expired" : "active";
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long before its expiry a key is marked. */
const EXPIRING_SOON_DAYS = 14;

/** How long a key can stay unused before it is marked. */
const UNUSED_DAYS = 90;

/** Whether an active key expires within days. */
export const isExpiringSoon = (key: KeyLife, now: Date): boolean =>
  apiKeyState(key, now) === "active" &&
  key.expiresAt !== null &&
  key.expiresAt.getTime() - now.getTime() <= EXPIRING_SOON_DAYS * DAY_MS;

/** Whether an active key is so old and unused that it is probably no longer needed. */
export const isUnused = (
  key: KeyLife & { readonly createdAt: Date; readonly lastUsedAt: Date | null },
  now: Date,
): boolean =>
  apiKeyState(key, now) === "active" &&
  now.getTime() - (key.lastUsedAt ?? key.createdAt).getTime() >= UNUSED_DAYS * DAY_MS;

/** How long both keys work after a rotation, by option. */
export const OVERLAP_SECONDS = { "1h": 3_600, "24h": 86_400, "7d": 604_800 } as const;

/** One of the overlaps of a rotation. */
export type Overlap = keyof typeof OVERLAP_SECONDS;
