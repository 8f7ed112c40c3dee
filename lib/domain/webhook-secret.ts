/** Bytes of a signing secret. */
export const WEBHOOK_SECRET_BYTES = 32;

/** How long the secret of before stays valid after a rotation. */
export const PREVIOUS_SECRET_VALID_SECONDS = 24 * 60 * 60;

/**
 * A signing secret as receivers get it: `whsec_` and base64 (Standard Webhooks 1.0).
 * @param bytes random, nobody can guess them
 */
export function formatWebhookSecret(bytes: Buffer): string {
  if (bytes.length !== WEBHOOK_SECRET_BYTES) {
    throw new Error(`a signing secret has ${WEBHOOK_SECRET_BYTES} bytes, not ${bytes.length}`);
  }
  return `whsec_${bytes.toString("base64")}`;
}
