import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import type { WebhookConfigurationRepository } from "../../ports/webhook-configuration";
import { stillValid } from "../../rules/webhook-secret";

/** The signing secrets that work now. */
export interface WebhookSecrets {
  /** null if no secret has been created yet; Stagedoor creates one when it first starts or when the secret is rotated. */
  readonly secret: string | null;
  /** The previous secret and when it expires; null if no previous secret works. */
  readonly previous: { readonly secret: string; readonly validUntil: Date } | null;
}

/**
 * Decrypts the stored secrets.
 * @throws Error if they were encrypted with a different key
 */
export async function showWebhookSecrets(ports: {
  webhookConfiguration: WebhookConfigurationRepository;
  secretBox: SecretBox;
  clock: Clock;
}): Promise<WebhookSecrets> {
  const { secret, previousSecret } = await ports.webhookConfiguration.find();
  const previous = stillValid(previousSecret, ports.clock.now());
  return {
    secret: secret && ports.secretBox.open(secret),
    previous: previous && {
      secret: ports.secretBox.open(previous.sealed),
      validUntil: previous.expiresAt,
    },
  };
}
