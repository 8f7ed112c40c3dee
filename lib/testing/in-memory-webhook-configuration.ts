import type {
  WebhookConfiguration,
  WebhookConfigurationRepository,
} from "../ports/webhook-configuration";

/**
 * The webhook configuration in memory, kept to the same contract as PostgreSQL.
 * @param onUrl told of each new URL, so that the documents decide what is notified
 */
export function createInMemoryWebhookConfiguration(
  onUrl: (url: string | null) => void = () => undefined,
): WebhookConfigurationRepository {
  let current: WebhookConfiguration = { url: null, secret: null, previousSecret: null };
  return {
    find: async () => current,
    async setUrl(url, { firstSecret }) {
      current = { ...current, url, secret: current.secret ?? firstSecret };
      onUrl(url);
    },
    async removeUrl() {
      current = { ...current, url: null };
      onUrl(null);
    },
    async rotateSecret(secret, { previousExpiresAt }) {
      const { secret: sealed } = current;
      const previousSecret = sealed && { sealed, expiresAt: previousExpiresAt };
      current = { ...current, secret, previousSecret };
    },
  };
}
