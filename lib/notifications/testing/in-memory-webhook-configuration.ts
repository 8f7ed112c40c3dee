import type { DeliveryRun } from "../ports/delivery-runs";
import type {
  WebhookConfiguration,
  WebhookConfigurationRepository,
} from "../ports/webhook-configuration";

/**
 * The webhook configuration in memory, kept to the same contract as PostgreSQL.
 * @param onUrl told of each new URL, so that the documents decide what is notified; answers what became due
 */
export function createInMemoryWebhookConfiguration(
  onUrl: (url: string | null, at: Date) => readonly DeliveryRun[] = () => [],
): WebhookConfigurationRepository {
  let current: WebhookConfiguration = { url: null, secret: null, previousSecret: null };
  return {
    find: async () => current,
    async setUrl(url, { firstSecret, at }) {
      current = { ...current, url, secret: current.secret ?? firstSecret };
      return onUrl(url, at);
    },
    async removeUrl(at) {
      current = { ...current, url: null };
      onUrl(null, at);
    },
    async rotateSecret(secret, { replacing, previousExpiresAt }) {
      const { secret: sealed } = current;
      if (!(sealed && replacing ? sealed.equals(replacing) : sealed === replacing)) return false;
      const previousSecret = sealed && { sealed, expiresAt: previousExpiresAt };
      current = { ...current, secret, previousSecret };
      return true;
    },
  };
}
