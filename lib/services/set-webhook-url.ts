import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "../domain/webhook-secret";
import type { Ports } from "../ports";

/**
 * Sets where notifications go; the next change is decided with it. The first call also makes the signing secret, which is
 * never shown: a rotation shows a new one (decision 0018). Repeatable.
 * @param input.url accepted by `webhookUrlProblem`, kept exactly as it is
 */
export async function setWebhookUrl(
  ports: Pick<Ports, "webhookConfiguration" | "secretBox" | "randomness" | "clock">,
  input: { url: string },
): Promise<{ url: string }> {
  const secret = formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  await ports.webhookConfiguration.setUrl(input.url, {
    firstSecret: ports.secretBox.seal(secret),
    at: ports.clock.now(),
  });
  return { url: input.url };
}
