import type pg from "pg";
import { NOTIFICATION_ITEMS_MAX } from "@/lib/domain/notification";
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

type Decide = Parameters<RelayRepository["relay"]>[0];
type Decided = NonNullable<ReturnType<Decide>>;

/** Small enough that a transaction is over long before any time-out. */
const NUMBERED_AT_ONCE_MAX = 1000;
const FROZEN_AT_ONCE_MAX = 20;
const SEEN_AT_ONCE_MAX = FROZEN_AT_ONCE_MAX * NOTIFICATION_ITEMS_MAX;

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
  SELECT id, body, item_count, 'pending', $4, $4, 'schedule', $4
  FROM unnest($1::uuid[], $2::bytea[], $3::smallint[]) AS told (id, body, item_count)
)
UPDATE status_change SET notification_id = told.notification_id
FROM unnest($5::bigint[], $6::uuid[]) AS told (change_id, notification_id)
WHERE status_change.id = told.change_id AND status_change.notification_id IS NULL`,
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

/**
 * Looks once and writes once: what a transaction has written stands in the indexes until the next vacuum, and each look would pass
 * it again.
 */
async function freezeAll(
  client: pg.ClientBase,
  decide: Decide,
  at: Date,
): ReturnType<RelayRepository["relay"]> {
  const { outstanding, waiting } = await look(client);
  const decided: Decided[] = [];
  const held = new Set<string>();
  let rest = waiting;
  let next: ReturnType<Decide> = null;
  while (decided.length < FROZEN_AT_ONCE_MAX && rest.length > 0) {
    next = decide({
      outstanding: outstanding + decided.length,
      waiting: rest.slice(0, NOTIFICATION_ITEMS_MAX),
    });
    if (!next) break;
    decided.push(next);
    const done = new Set(next.changes);
    for (const { uuid } of done) held.add(uuid);
    rest = rest.filter((change) => !done.has(change) && !held.has(change.uuid));
  }
  if (decided.length > 0) await freeze(client, decided, at);
  return {
    frozen: decided.map(({ id }) => ({ notificationId: id, generation: 1 })),
    isMoreWaiting: next !== null && (rest.length > 0 || waiting.length === SEEN_AT_ONCE_MAX),
  };
}

async function freeze(client: pg.ClientBase, decided: readonly Decided[], at: Date): Promise<void> {
  const parts = decided.flatMap(({ id, changes }) =>
    changes.map((change) => ({ id, changeId: String(change.id) })),
  );
  const values = [
    decided.map(({ id }) => id),
    decided.map(({ body }) => body),
    decided.map(({ changes }) => changes.length),
    at,
    parts.map(({ changeId }) => changeId),
    parts.map(({ id }) => id),
  ];
  const { rowCount } = await client.query({ ...RELAY_STATEMENTS.freeze, values });
  if (rowCount !== parts.length) throw new Error("a notification does not hold what it tells");
}

async function look(client: pg.ClientBase): Promise<RelayView> {
  const waiting = await client.query<WaitingRow>({
    ...RELAY_STATEMENTS.waiting,
    values: [SEEN_AT_ONCE_MAX],
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
