import type { SecretBox } from "@/lib/kernel/ports/secret-box";
import type { Clock } from "@/lib/kernel/ports/system";
import type { WebhookConfigurationRepository } from "../ports/webhook-configuration";
import { stillValid } from "../rules/webhook-secret";

/** The signing secrets that are valid now. */
export interface WebhookSecrets {
  /** null: none was made yet; the first start or a rotation makes one. */
  readonly secret: string | null;
  /** The previous one and until when it is valid, too; null: none is. */
  readonly previous: { readonly secret: string; readonly validUntil: Date } | null;
}

/** Opens what is stored. @throws Error when it was sealed with another key */
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
