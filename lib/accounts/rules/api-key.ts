import { hasVisibleCharacter } from "@/lib/kernel/rules/visible-text";

/** The name of the key that the setting gives; no other key may be called like this. */
export const SETTING_KEY_NAME = "STAGEDOOR_API_KEY";

/** An API key as a client may present it: 32 to 200 printable ASCII characters without a space. */
export function isApiKeyText(text: string): boolean {
  return /^[\x21-\x7e]{32,200}$/.test(text);
}

/** A name that people can tell a key by: 1 to 100 characters, none of them a control character, at least one visible. */
export function isApiKeyName(text: string): boolean {
  return /^[^\p{Cc}]{1,100}$/u.test(text) && hasVisibleCharacter(text);
}

/** Whether a key works now, and if not, why: what was revoked stays revoked after its expiry. */
export function apiKeyState(
  key: { readonly revokedAt: Date | null; readonly expiresAt: Date | null },
  now: Date,
): "active" | "revoked" | "expired" {
  if (key.revokedAt) return "revoked";
  return key.expiresAt && key.expiresAt <= now ? "expired" : "active";
}
