import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DeliveryRun, WebhookConfiguration, WebhookConfigurationRepository } from "../ports";

/** The configuration with its audit notes. */
export interface InMemoryWebhookConfiguration extends WebhookConfigurationRepository {
  readonly notes: readonly AuditNote[];
}

/**
 * Creates an in-memory webhook configuration that meets the same contract as the PostgreSQL adapter.
 * @param onUrl called with each new URL, which affects how the documents record later changes; returns the runs that
 * became due
 */
export function createInMemoryWebhookConfiguration(
  onUrl: (url: string | null, at: Date) => readonly DeliveryRun[] = () => [],
): InMemoryWebhookConfiguration {
  const notes: AuditNote[] = [];
  let current: WebhookConfiguration = { url: null, secret: null, previousSecret: null };
  return {
    notes,
    find: async () => current,
    async setUrl(url, { firstSecret, at }, note) {
      notes.push(note);
      current = { ...current, url, secret: current.secret ?? firstSecret };
      return onUrl(url, at);
    },
    async removeUrl(at, note) {
      if (current.url !== null) notes.push(note);
      current = { ...current, url: null };
      onUrl(null, at);
    },
    async rotateSecret(secret, { replacing, previousExpiresAt }, note) {
      const { secret: sealed } = current;
      if (!(sealed && replacing ? sealed.equals(replacing) : sealed === replacing)) return false;
      notes.push(note);
      const previousSecret = sealed && { sealed, expiresAt: previousExpiresAt };
      current = { ...current, secret, previousSecret };
      return true;
    },
  };
}
