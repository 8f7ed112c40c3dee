import { createHmac } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0): one `v1` entry for each valid secret, in their order. A
 * receiver that has any of them can verify.
 * @param secrets as receivers get them, `whsec_` and base64; newest first
 * @param id the value of `webhook-id`
 * @param body the bytes exactly as they are sent
 * @throws Error when there is no secret, one is none, or the id contains the separator
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

/** The key is what the base64 stands for, not its text. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  if (!secret.startsWith(SECRET_PREFIX) || key.length === 0) {
    throw new Error(`a signing secret is ${SECRET_PREFIX} and base64`);
  }
  return key;
}
