import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** Usually the receiver does not know the newest secret. */
const NO_SIGNATURE_FITS =
  "no signature matches the secret and the body (after a rotation: `npm run webhook-secret -- show`, then start Stagedoor again or PUT /_receiver/secrets)";

/**
 * null: the notification is signed with one of the secrets, within 5 minutes of now. Otherwise a sentence that says why not.
 * Standard Webhooks 1.0, scheme v1; entries of other schemes are ignored.
 * @param body as it came over the wire (JSON that was parsed and written again does not verify); null: it was too large
 */
export function whyNotVerified(
  headers: Readonly<Record<string, string>>,
  body: Buffer | null,
  secrets: readonly string[],
  nowSeconds: number,
): string | null {
  if (body === null) return "the body is larger than 1 MiB";
  if (secrets.length === 0) return "no secret given";
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const signatures = headers["webhook-signature"];
  if (!id) return "the header webhook-id is missing";
  if (!timestamp) return "the header webhook-timestamp is missing";
  if (!signatures) return "the header webhook-signature is missing";
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
