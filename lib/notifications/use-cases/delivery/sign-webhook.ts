import { createHmac } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/**
 * Returns the value of `webhook-signature` (Standard Webhooks 1.0): one `v1` entry for each valid secret, in their order.
 * A receiver that has any of them can verify it.
 * @param secrets as receivers get them, `whsec_` and base64; newest first
 * @param id the value of `webhook-id`
 * @param body the exact bytes that are sent
 * @throws Error if there is no secret, a secret is malformed, or the id contains the separator
 */
export function signatureHeader(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: Buffer,
): string {
  if (secrets.length === 0) throw new Error("a notification must not be sent without a signature");
  if (!/^[\w-]+$/.test(id))
    throw new Error("a webhook id must consist of letters, digits, - and _");
  return secrets
    .map((secret) => {
      const hmac = createHmac("sha256", keyOf(secret));
      return `v1,${hmac.update(`${id}.${timestampSeconds}.`).update(body).digest("base64")}`;
    })
    .join(" ");
}

/** The key is the decoded base64, not the base64 text. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  if (!secret.startsWith(SECRET_PREFIX) || key.length === 0) {
    throw new Error(`a signing secret must be ${SECRET_PREFIX} followed by base64`);
  }
  return key;
}
