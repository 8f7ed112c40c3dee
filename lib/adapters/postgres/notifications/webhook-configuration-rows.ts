import type { WebhookConfiguration } from "@/lib/notifications/ports/webhook-configuration";

/** What is read of the row of `webhook_configuration`. */
export interface ConfigurationRow {
  readonly url: string | null;
  readonly secret: Buffer | null;
  readonly previous_secret: Buffer | null;
  readonly previous_secret_expires_at: Date | null;
}

/** The configuration that a row holds. */
export function toConfiguration(row: ConfigurationRow): WebhookConfiguration {
  const { previous_secret: sealed, previous_secret_expires_at: expiresAt } = row;
  return {
    url: row.url,
    secret: row.secret,
    previousSecret: sealed && expiresAt ? { sealed, expiresAt } : null,
  };
}
