import { createHmac } from "node:crypto";
import type { SecretBox } from "@/lib/kernel/ports";
import type { MadeAttempt, WebhookConfiguration, WebhookTransport } from "../ports";
import { stillValid } from "../rules/webhook-secret";

/** The URL to which notifications are sent now, and the secrets that sign them. */
interface WebhookTarget {
  readonly url: string;
  /** Newest first; includes the previous secret until it expires. */
  readonly secrets: readonly string[];
}

/** One request for a notification. */
interface WebhookSending {
  /** The same for every attempt, so that receivers can recognise repeats. */
  readonly id: string;
  /** Counted from 1 across all series. */
  readonly attempt: number;
  readonly body: Buffer;
  readonly at: Date;
  readonly isTest?: boolean;
}

/**
 * Returns the target at that time; null if no URL is set. The configuration is read for each attempt, so that a corrected
 * URL also applies to pending notifications.
 * @throws Error if a secret was encrypted with a different key
 */
export function openWebhookTarget(
  ports: { secretBox: SecretBox },
  { url, secret, previousSecret }: WebhookConfiguration,
  at: Date,
): WebhookTarget | null {
  if (url === null || secret === null) return null;
  const previous = stillValid(previousSecret, at);
  const sealed = previous ? [secret, previous.sealed] : [secret];
  return { url, secrets: sealed.map((bytes) => ports.secretBox.open(bytes)) };
}

/** Signs one attempt and sends it. Never rejects because of the receiver. */
export async function sendWebhook(
  ports: { webhookTransport: WebhookTransport },
  { url, secrets }: WebhookTarget,
  { id, attempt, body, at, isTest = false }: WebhookSending,
): Promise<Pick<MadeAttempt, "url" | "requestHeaders" | "answer">> {
  const timestampSeconds = Math.floor(at.getTime() / 1000);
  const requestHeaders = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signatureHeader(secrets, id, timestampSeconds, body),
    "x-stagedoor-attempt": String(attempt),
    ...(isTest ? { "x-stagedoor-test": "1" } : {}),
  };
  const answer = await ports.webhookTransport.send({ url, headers: requestHeaders, body });
  return { url, requestHeaders, answer };
}

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
