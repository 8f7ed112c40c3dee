import type pg from "pg";
import sql, { raw } from "sql-template-tag";
import type {
  DeliveryRun,
  WebhookConfiguration,
  WebhookConfigurationRepository,
} from "@/lib/notifications/ports";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, statement } from "../core/query";
import { inTransaction } from "../core/transaction";
import { DELIVERY_STATEMENTS } from "./delivery-statements";
import { type ConfigurationRow, toConfiguration } from "./webhook-configuration-rows";

const FIND = statement(
  "webhook-find",
  () => sql`
SELECT url, secret, previous_secret, previous_secret_expires_at FROM webhook_configuration WHERE id = 1`,
);

/** Removes the query and fragment, which may contain a token, because the audit log keeps its entries forever. */
const urlState = (url: string) =>
  sql`jsonb_build_object('url', regexp_replace(${raw(url)}, '[?#].*$', '?…'))`;

/** Locks the row before the write, so that the previous URL in the audit log is the one that is actually replaced. */
const PREVIOUS = sql`previous AS MATERIALIZED (SELECT url FROM webhook_configuration WHERE id = 1 FOR UPDATE)`;

const SET_URL = statement<{ url: string; firstSecret: Buffer; at: Date; note: string }>(
  null,
  ({ url, firstSecret, at, note }) => sql`
WITH ${PREVIOUS}, changed AS (
  INSERT INTO webhook_configuration AS current (id, url, secret, updated_at)
  SELECT 1, ${url}, ${firstSecret}::bytea, ${at}::timestamptz FROM (SELECT count(*) FROM previous) AS locked
  ON CONFLICT (id) DO UPDATE SET
    url = excluded.url,
    secret = COALESCE(current.secret, excluded.secret),
    updated_at = excluded.updated_at
  RETURNING url
)${auditStatement({
    note,
    changed: "changed",
    before: sql`COALESCE((SELECT ${urlState("previous.url")} FROM previous), '{"url": null}')`,
    after: urlState("changed.url"),
  })}`,
);

const REMOVE_URL = statement<{ at: Date; note: string }>(
  null,
  ({ at, note }) => sql`
WITH ${PREVIOUS}, changed AS (
  UPDATE webhook_configuration SET url = NULL, updated_at = ${at} FROM previous
  WHERE id = 1 AND webhook_configuration.url IS NOT NULL
  RETURNING previous.url AS url_before
)${auditStatement({
    note,
    changed: "changed",
    before: urlState("changed.url_before"),
    after: sql`'{"url": null}'::jsonb`,
  })}`,
);

/**
 * The right-hand sides refer to the row before the update. A concurrent rotation waits for the first one and then matches
 * no row, because the secret has changed.
 */
const ROTATE_SECRET = statement<{
  secret: Buffer;
  at: Date;
  previousExpiresAt: Date;
  replacing: Buffer | null;
  note: string;
}>(
  null,
  ({ secret, at, previousExpiresAt, replacing, note }) => sql`
WITH changed AS (
  INSERT INTO webhook_configuration AS current (id, secret, updated_at) VALUES (1, ${secret}, ${at})
  ON CONFLICT (id) DO UPDATE SET
    secret = excluded.secret,
    previous_secret = current.secret,
    previous_secret_expires_at = CASE WHEN current.secret IS NULL THEN NULL ELSE ${previousExpiresAt}::timestamptz END,
    updated_at = excluded.updated_at
  WHERE current.secret IS NOT DISTINCT FROM ${replacing}::bytea
  RETURNING id
)${auditStatement({
    note,
    changed: "changed",
    before: sql`NULL::jsonb`,
    after: sql`'{"secret": "changed"}'::jsonb`,
  })}`,
);

const NOTHING: WebhookConfiguration = { url: null, secret: null, previousSecret: null };

/** Stores the webhook configuration in PostgreSQL. The table has a single row, or none before the first write. */
export function createWebhookConfigurationRepository(
  pool: pg.Pool,
): WebhookConfigurationRepository {
  const query = createQuery(pool);
  return {
    async find() {
      const { rows } = await query<ConfigurationRow>(FIND());
      return rows[0] ? toConfiguration(rows[0]) : NOTHING;
    },
    // The first statement locks the row, so that a concurrent failure of an attempt to the old URL is saved either before
    // or after both statements.
    setUrl: (url, { firstSecret, at }, note) =>
      inTransaction(pool, async (client) => {
        await client.query(SET_URL({ url, firstSecret, at, note: auditParameter(note) }));
        return (await client.query<DeliveryRun>(DELIVERY_STATEMENTS.makeAllDue({ at }))).rows;
      }),
    removeUrl: async (at, note) =>
      void (await query(REMOVE_URL({ at, note: auditParameter(note) }))),
    async rotateSecret(secret, times, note) {
      const rotation = ROTATE_SECRET({ secret, ...times, note: auditParameter(note) });
      return (await query(rotation)).rowCount === 1;
    },
  };
}
