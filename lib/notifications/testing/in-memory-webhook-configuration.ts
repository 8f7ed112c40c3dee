import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { DeliveryRun } from "../ports/delivery-runs";
import type {
  WebhookConfiguration,
  WebhookConfigurationRepository,
} from "../ports/webhook-configuration";

/** The configuration, with what was noted for the audit. */
export interface InMemoryWebhookConfiguration extends WebhookConfigurationRepository {
  readonly notes: readonly AuditNote[];
}

/**
 * The webhook configuration in memory, kept to the same contract as PostgreSQL.
 * @param onUrl told of each new URL, so that the documents decide what is notified; answers what became due
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
