import { createHmac, hkdfSync } from "node:crypto";
import type { AuditSeal, AuditSeals } from "@/lib/accounts/ports";

const KEY_BYTES = 32;
const MAC_BYTES = 32;
const KEY_ID_BYTES = 8;
/** Each purpose yields its own key, so no key is ever shared between purposes. */
const PURPOSE = "stagedoor chain of the audit, 1";
const ID_PURPOSE = "stagedoor name of the audit's key, 1";
/** Used in place of a previous MAC for the first entry. */
const BEGINNING = Buffer.alloc(MAC_BYTES);

/**
 * Creates seals with HMAC-SHA-256. Their keys are derived from encryption keys by HKDF, as for sessions.
 * @param encryptionKey 32 bytes
 */
export function createAuditSeals(encryptionKey: Buffer): AuditSeals {
  return { current: sealOf(encryptionKey), of: sealOf };
}

function sealOf(encryptionKey: Buffer): AuditSeal {
  const key = derive(encryptionKey, PURPOSE, KEY_BYTES);
  return {
    keyId: derive(encryptionKey, ID_PURPOSE, KEY_ID_BYTES).toString("hex"),
    mac: (previous, text) =>
      createHmac("sha256", key)
        .update(previous ?? BEGINNING)
        .update(text, "utf8")
        .digest(),
  };
}

const derive = (encryptionKey: Buffer, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", encryptionKey, Buffer.alloc(0), purpose, bytes));
