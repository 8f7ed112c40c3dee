import type { WebhookConfiguration } from "@/lib/notifications/ports";

/** The columns that are read from `webhook_configuration`. */
export interface ConfigurationRow {
  readonly url: string | null;
  readonly secret: Buffer | null;
  readonly previous_secret: Buffer | null;
  readonly previous_secret_expires_at: Date | null;
}

/** Converts a row to a configuration. */
export function toConfiguration(row: ConfigurationRow): WebhookConfiguration {
  const { previous_secret: sealed, previous_secret_expires_at: expiresAt } = row;
  return {
    url: row.url,
    secret: row.secret,
    previousSecret: sealed && expiresAt ? { sealed, expiresAt } : null,
  };
}
