import type { Randomness } from "@/lib/kernel/ports/system";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import { retryLostRace } from "@/lib/kernel/rules/retry-lost-race";
import { formatWebhookSecret, WEBHOOK_SECRET_BYTES } from "../../rules/webhook-secret";
import { replaceWebhookSecret } from "./replace-webhook-secret";

/**
 * Makes sure that there is a signing secret. A secret in the setting becomes the current secret, and the previous one
 * works for 24 hours. Idempotent, even for concurrent calls: the same secret is not rotated twice.
 * @param wanted a secret that `webhookSecretProblem` accepts; null for any
 * @throws DomainError `too-much-contention` after three lost races
 */
export async function applyWebhookSecret(
  ports: Parameters<typeof replaceWebhookSecret>[0] & { randomness: Randomness },
  wanted: string | null,
): Promise<void> {
  const secret = wanted ?? formatWebhookSecret(ports.randomness.bytes(WEBHOOK_SECRET_BYTES));
  await retryLostRace(async () => {
    const { secret: replacing } = await ports.webhookConfiguration.find();
    const isKept =
      replacing !== null && (wanted === null || ports.secretBox.open(replacing) === wanted);
    return isKept || replaceWebhookSecret(ports, { secret, replacing, author: COMMAND_AUTHOR });
  }, "The signing secret kept changing while it was being set. Start Stagedoor again.");
}
