import { PREVIOUS_SECRET_VALID_SECONDS } from "../domain/webhook-secret";
import type { Ports } from "../ports";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { showWebhookSecrets } from "./show-webhook-secrets";

/**
 * Makes sure that there is a signing secret, and makes the setting's one the current one; the one of before stays valid for
 * 24 hours. Repeatable: the same secret is not rotated again.
 * @param wanted accepted by `webhookSecretProblem`; null: any will do
 */
export async function applyWebhookSecret(
  ports: Pick<Ports, "webhookConfiguration" | "secretBox" | "randomness" | "clock">,
  wanted: string | null,
): Promise<void> {
  const { secret } = await showWebhookSecrets(ports);
  if (wanted === null) {
    if (secret === null) await rotateWebhookSecret(ports);
    return;
  }
  if (secret === wanted) return;
  const at = ports.clock.now();
  const previousExpiresAt = new Date(at.getTime() + PREVIOUS_SECRET_VALID_SECONDS * 1000);
  await ports.webhookConfiguration.rotateSecret(ports.secretBox.seal(wanted), {
    previousExpiresAt,
    at,
  });
}
