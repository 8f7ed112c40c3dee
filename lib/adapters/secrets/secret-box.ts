import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretBox } from "@/lib/kernel/ports";

const ALGORITHM = "aes-256-gcm";
/** The first byte of sealed data. A later version can seal differently and still open data in this format. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
/**
 * Opened secrets are cached by all of their sealed bytes, so a rotated or changed secret is never read from the cache.
 */
const OPENED_KEPT_MAX = 8;

/**
 * Creates a box that seals with AES-256-GCM as `version · nonce · tag · ciphertext`, with a new random nonce each time.
 * It protects copies of the database, but not against someone who can read the key on this machine.
 * @param key 32 bytes
 */
export function createSecretBox(key: Buffer): SecretBox {
  const opened = new Map<string, string>();
  return {
    seal: (secret) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext]);
    },
    open: (sealed) => {
      const bytes = sealed.toString("base64");
      const known = opened.get(bytes);
      if (known !== undefined) return known;
      try {
        const secret = open(key, sealed);
        if (opened.size >= OPENED_KEPT_MAX) opened.clear();
        opened.set(bytes, secret);
        return secret;
      } catch (cause) {
        throw new Error(
          "A stored secret cannot be opened: STAGEDOOR_ENCRYPTION_KEY is not the key that sealed it, or the row is damaged.",
          { cause },
        );
      }
    },
  };
}

function open(key: Buffer, sealed: Buffer): string {
  if (sealed.length < HEAD_BYTES || sealed[0] !== VERSION)
    throw new Error("not sealed by this box");
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEAD_BYTES));
  const parts = [decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()];
  return Buffer.concat(parts).toString("utf8");
}
