/** The number of bytes in a signing secret. */
export const WEBHOOK_SECRET_BYTES = 32;

/** How long the previous secret works after a rotation. */
export const PREVIOUS_SECRET_VALID_SECONDS = 24 * 60 * 60;

/** Returns the previous secret if it still works; null if it has expired or there is none. */
export const stillValid = <Secret extends { readonly expiresAt: Date }>(
  previousSecret: Secret | null,
  at: Date,
): Secret | null => (previousSecret && previousSecret.expiresAt > at ? previousSecret : null);

/**
 * Formats a signing secret as receivers get it: `whsec_` and base64 (Standard Webhooks 1.0).
 * @param bytes random and unpredictable
 */
export function formatWebhookSecret(bytes: Buffer): string {
  if (bytes.length !== WEBHOOK_SECRET_BYTES) {
    throw new Error(`a signing secret must be ${WEBHOOK_SECRET_BYTES} bytes, not ${bytes.length}`);
  }
  return `whsec_${bytes.toString("base64")}`;
}

/** Standard Webhooks asks for keys of 24 to 64 bytes. */
const KEY_BYTES = { min: 24, max: 64 } as const;

/** Returns what is wrong with a given signing secret, or null if it can be used. */
export function webhookSecretProblem(text: string): string | null {
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, "base64");
  const isWhole = bytes.toString("base64").replace(/=+$/, "") === base64.replace(/=+$/, "");
  if (isWhole && bytes.length >= KEY_BYTES.min && bytes.length <= KEY_BYTES.max) return null;
  return `must be whsec_ followed by the base64 of ${KEY_BYTES.min} to ${KEY_BYTES.max} bytes`;
}
