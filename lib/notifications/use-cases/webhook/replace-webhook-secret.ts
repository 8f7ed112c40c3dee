import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";
import { PREVIOUS_SECRET_VALID_SECONDS } from "../../rules/webhook-secret";

/**
 * Makes `secret` the signing secret if the current one is still `replacing`. The replaced secret then works for 24 hours.
 * @param replacing as encrypted; null if there was none
 * @returns when the previous secret expires (null if there was none); null if a concurrent call was first and nothing was
 * changed
 */
export async function replaceWebhookSecret(
  ports: {
    webhookConfiguration: WebhookConfigurationRepository;
    secretBox: SecretBox;
    clock: Clock;
  },
  { secret, replacing, author }: { secret: string; replacing: Buffer | null; author: Author },
): Promise<{ previousExpiresAt: Date | null } | null> {
  const at = ports.clock.now();
  const previousExpiresAt = new Date(at.getTime() + PREVIOUS_SECRET_VALID_SECONDS * 1000);
  const sealed = ports.secretBox.seal(secret);
  const rotation = { replacing, previousExpiresAt, at };
  const note = { at, author, action: "webhook-secret-rotated", subject: "webhook" } as const;
  if (!(await ports.webhookConfiguration.rotateSecret(sealed, rotation, note))) return null;
  return { previousExpiresAt: replacing === null ? null : previousExpiresAt };
}
