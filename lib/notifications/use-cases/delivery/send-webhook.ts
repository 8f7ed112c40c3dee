import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { MadeAttempt } from "../../ports/notifications";
import type { WebhookConfiguration } from "../../ports/webhook-configuration";
import type { WebhookTransport } from "../../ports/webhook-transport";
import { stillValid } from "../../rules/webhook-secret";
import { signatureHeader } from "./sign-webhook";

/** The URL to which notifications are sent now, and the secrets that sign them. */
export interface WebhookTarget {
  readonly url: string;
  /** Newest first; includes the previous secret until it expires. */
  readonly secrets: readonly string[];
}

/** One request for a notification. */
export interface WebhookSending {
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
