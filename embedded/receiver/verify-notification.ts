import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** The most frequent cause is that the receiver does not have the newest secret. */
const NO_SIGNATURE_FITS =
  "no signature matches the secret and the body (after a rotation: `npm run webhook-secret -- show`, then restart Stagedoor or PUT /_receiver/secrets)";

/**
 * Returns null if the notification is signed with one of the secrets, within 5 minutes of now; otherwise a sentence that
 * says why it is not verified. Standard Webhooks 1.0, scheme v1; signatures of other schemes are ignored.
 * @param body the raw bytes (re-serialised JSON does not verify), or null if the body was too large
 */
export function whyNotVerified(
  headers: Readonly<Record<string, string>>,
  body: Buffer | null,
  secrets: readonly string[],
  nowSeconds: number,
): string | null {
  if (body === null) return "the body is larger than 1 MiB";
  if (secrets.length === 0) return "no secret is configured";
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id) return "the webhook-id header is missing";
  if (!timestamp) return "the webhook-timestamp header is missing";
  if (!signatures) return "the webhook-signature header is missing";
  if (!/^\d{1,15}$/.test(timestamp)) return "webhook-timestamp is not a number of seconds";
  const lateSeconds = nowSeconds - Number(timestamp);
  if (lateSeconds > TOLERANCE_SECONDS) return "webhook-timestamp is more than 5 minutes old";
  if (lateSeconds < -TOLERANCE_SECONDS)
    return "webhook-timestamp is more than 5 minutes in the future";
  const given = signatures.split(" ").map((entry) => Buffer.from(entry));
  const wanted = secrets.map((secret) => signature(secret, `${id}.${timestamp}.`, body));
  const isSigned = wanted.some((want) => given.some((got) => isEqual(got, want)));
  return isSigned ? null : NO_SIGNATURE_FITS;
}

function signature(secret: string, prefix: string, body: Buffer): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const digest = createHmac("sha256", key).update(prefix).update(body).digest("base64");
  return Buffer.from(`v1,${digest}`);
}

const isEqual = (got: Buffer, want: Buffer) =>
  got.length === want.length && timingSafeEqual(got, want);
