import type pg from "pg";
import { NOTIFICATION_ITEMS_MAX } from "@/lib/domain/notification";
import type { DeliveryRun } from "@/lib/ports/delivery-runs";
import type { RelayRepository, RelayView, WaitingChange } from "@/lib/ports/notifications";
import { withDatabase } from "./database-errors";
import { toKnownStatus } from "./rows";
import { FEED_STATEMENTS, NUMBERING_LOCK } from "./status-feed-repository";
import { inTransaction } from "./transaction";

interface WaitingRow {
  readonly id: string;
  readonly uuid: string;
  readonly from_status: number | null;
  readonly to_status: number;
  readonly at: Date;
}

/** Small enough that a transaction is over long before any time-out. */
const NUMBERED_AT_ONCE_MAX = 1000;
const FROZEN_AT_ONCE_MAX = 20;

/** The SQL of the relay, for its query plans. */
export const RELAY_STATEMENTS = {
  hasWork: {
    name: "relay-has-work",
    text: `
SELECT EXISTS (SELECT FROM status_change WHERE listed AND sequence IS NULL)
    OR EXISTS (SELECT FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL) AS found`,
  },
  countOutstanding: {
    name: "relay-count-outstanding",
    text: `
SELECT count(*)::int AS outstanding FROM notification WHERE state = 'pending' AND NOT is_resend AND NOT is_test`,
  },
  /**
   * A document that an outstanding notification contains waits for its outcome, so that its changes arrive in order.
   * OFFSET 0 keeps the planner from reading all changes of all times to find those of the few that are outstanding.
   */
  waiting: {
    name: "relay-waiting",
    text: `
WITH held AS MATERIALIZED (
  SELECT DISTINCT frozen.document_uuid
  FROM notification, LATERAL (
    SELECT document_uuid FROM status_change WHERE notification_id = notification.id OFFSET 0
  ) AS frozen
  WHERE notification.state = 'pending' AND NOT notification.is_resend
)
SELECT id, document_uuid AS uuid, from_status, to_status, at
FROM status_change
WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
  AND document_uuid NOT IN (SELECT document_uuid FROM held)
ORDER BY sequence
LIMIT $1`,
  },
  freeze: {
    name: "relay-freeze",
    text: `
WITH frozen AS (
  INSERT INTO notification
    (id, body, item_count, state, generation_at, next_attempt_at, next_cause, created_at)
  VALUES ($1, $2, $3, 'pending', $4, $4, 'schedule', $4)
  RETURNING id
)
UPDATE status_change SET notification_id = frozen.id FROM frozen 
WHERE status_change.id = ANY($5::bigint[]) AND status_change.notification_id IS NULL`,
  },
} as const;

/** The relay's transaction in PostgreSQL. Numbering and freezing share one lock, so both see the same order. */
export function createRelayRepository(pool: pg.Pool): RelayRepository {
  return {
    async hasWork() {
      const { rows } = await withDatabase(() =>
        pool.query<{ found: boolean }>(RELAY_STATEMENTS.hasWork),
      );
      return rows[0]?.found === true;
    },
    relay: (decide, at) =>
      inTransaction(pool, async (client) => {
        await client.query({ ...FEED_STATEMENTS.lock, values: [NUMBERING_LOCK] });
        await numberAll(client);
        return freezeAll(client, decide, at);
      }),
  };
}

async function numberAll(client: pg.ClientBase): Promise<void> {
  let count: number | null;
  do {
    const statement = { ...FEED_STATEMENTS.number, values: [NUMBERED_AT_ONCE_MAX] };
    count = (await client.query(statement)).rowCount;
  } while (count === NUMBERED_AT_ONCE_MAX);
}

async function freezeAll(
  client: pg.ClientBase,
  decide: Parameters<RelayRepository["relay"]>[0],
  at: Date,
): ReturnType<RelayRepository["relay"]> {
  const frozen: DeliveryRun[] = [];
  while (frozen.length < FROZEN_AT_ONCE_MAX) {
    const view = await look(client);
    const next = view.waiting.length > 0 ? decide(view) : null;
    if (!next) return { frozen, isMoreWaiting: false };
    await freeze(client, next, at);
    frozen.push({ notificationId: next.id, generation: 1 });
    // What was seen is all there was: another look would find only what is held.
    const isAll = next.changes.length === view.waiting.length;
    if (isAll && view.waiting.length < NOTIFICATION_ITEMS_MAX) {
      return { frozen, isMoreWaiting: false };
    }
  }
  return { frozen, isMoreWaiting: true };
}

async function freeze(
  client: pg.ClientBase,
  { id, body, changes }: NonNullable<ReturnType<Parameters<RelayRepository["relay"]>[0]>>,
  at: Date,
): Promise<void> {
  const ids = changes.map((change) => String(change.id));
  const values = [id, body, ids.length, at, ids];
  const { rowCount } = await client.query({ ...RELAY_STATEMENTS.freeze, values });
  if (rowCount !== ids.length) throw new Error(`notification ${id} does not hold what it tells`);
}

async function look(client: pg.ClientBase): Promise<RelayView> {
  const waiting = await client.query<WaitingRow>({
    ...RELAY_STATEMENTS.waiting,
    values: [NOTIFICATION_ITEMS_MAX],
  });
  if (waiting.rows.length === 0) return { outstanding: 0, waiting: [] };
  const counted = await client.query<{ outstanding: number }>(RELAY_STATEMENTS.countOutstanding);
  return { outstanding: counted.rows[0]?.outstanding ?? 0, waiting: waiting.rows.map(toWaiting) };
}

const toWaiting = (row: WaitingRow): WaitingChange => ({
  id: BigInt(row.id),
  uuid: row.uuid,
  previousStatus: row.from_status === null ? null : toKnownStatus(row.from_status),
  currentStatus: toKnownStatus(row.to_status),
  at: row.at,
});
