import type pg from "pg";
import type { DeliveryRun } from "@/lib/notifications/ports/delivery-runs";
import type {
  WebhookConfiguration,
  WebhookConfigurationRepository,
} from "@/lib/notifications/ports/webhook-configuration";
import { createQuery } from "../core/query";
import { inTransaction } from "../core/transaction";
import { DELIVERY_STATEMENTS } from "./delivery-statements";
import { type ConfigurationRow, toConfiguration } from "./webhook-configuration-rows";

const FIND = {
  name: "webhook-find",
  text: `
SELECT url, secret, previous_secret, previous_secret_expires_at FROM webhook_configuration WHERE id = 1`,
};

const SET_URL = `
INSERT INTO webhook_configuration AS current (id, url, secret, updated_at) VALUES (1, $1, $2, $3)
ON CONFLICT (id) DO UPDATE SET
  url = excluded.url,
  secret = COALESCE(current.secret, excluded.secret),
  updated_at = excluded.updated_at`;

const REMOVE_URL = `
UPDATE webhook_configuration SET url = NULL, updated_at = $1 WHERE id = 1 AND url IS NOT NULL`;

/** The right sides see the previous row; a second rotation waits for the first, and finds that it is not what it read. */
const ROTATE_SECRET = `
INSERT INTO webhook_configuration AS current (id, secret, updated_at) VALUES (1, $1, $2)
ON CONFLICT (id) DO UPDATE SET
  secret = excluded.secret,
  previous_secret = current.secret,
  previous_secret_expires_at = CASE WHEN current.secret IS NULL THEN NULL ELSE $3::timestamptz END,
  updated_at = excluded.updated_at
WHERE current.secret IS NOT DISTINCT FROM $4::bytea`;

const NOTHING: WebhookConfiguration = { url: null, secret: null, previousSecret: null };

/** The webhook configuration in PostgreSQL: one row, or none before the first call that writes. */
export function createWebhookConfigurationRepository(
  pool: pg.Pool,
): WebhookConfigurationRepository {
  const query = createQuery(pool);
  return {
    async find() {
      const { rows } = await query<ConfigurationRow>(FIND);
      return rows[0] ? toConfiguration(rows[0]) : NOTHING;
    },
    // The first statement locks the row: an attempt to the old URL that fails meanwhile is saved before or after both.
    setUrl: (url, { firstSecret, at }) =>
      inTransaction(pool, async (client) => {
        await client.query(SET_URL, [url, firstSecret, at]);
        const values = [at];
        return (await client.query<DeliveryRun>({ ...DELIVERY_STATEMENTS.makeAllDue, values }))
          .rows;
      }),
    async removeUrl(at) {
      await query({ text: REMOVE_URL }, [at]);
    },
    async rotateSecret(secret, { replacing, previousExpiresAt, at }) {
      const values = [secret, at, previousExpiresAt, replacing];
      return (await query({ text: ROTATE_SECRET }, values)).rowCount === 1;
    },
  };
}
