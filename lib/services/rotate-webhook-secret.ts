import {
  formatWebhookSecret,
  PREVIOUS_SECRET_VALID_SECONDS,
  WEBHOOK_SECRET_BYTES,
} from "../domain/webhook-secret";
import type { Ports } from "../ports";

/**
 * Makes a new signing secret and shows it, this once. The secret of before stays valid beside it for 24 hours; one that was
 * on its way out already is forgotten. Not idempotent: each call makes another secret. No URL need be set.
 */
export async function rotateWebhookSecret(
  ports: Pick<Ports, "webhookConfiguration" | "secretBox" | "randomness" | "clock">,
): Promise<{ secret: string }> {
  const at = ports.clock.now();
  const secret = formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  await ports.webhookConfiguration.rotateSecret(ports.secretBox.seal(secret), {
    previousExpiresAt: new Date(at.getTime() + PREVIOUS_SECRET_VALID_SECONDS * 1000),
    at,
  });
  return { secret };
}
