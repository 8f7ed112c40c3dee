import type pg from "pg";
import type {
  Freezing,
  RelayRepository,
  WaitingChange,
} from "@/lib/notifications/ports/notifications";
import { NOTIFICATION_ITEMS_MAX } from "@/lib/notifications/rules/notification";
import { createQuery } from "../core/query";
import { toStatuses } from "../core/rows";
import { inTransaction } from "../core/transaction";

interface WaitingRow {
  readonly id: string;
  readonly uuid: string;
  readonly from_status: number | null;
  readonly to_status: number;
  readonly at: Date;
}

type Decide = Parameters<RelayRepository["freeze"]>[0];
type Decided = NonNullable<ReturnType<Decide>>;

/** Held until the commit by whoever freezes; any fixed number that nothing else here uses. */
export const FREEZING_LOCK = 7_305_260_122;
/** Small enough that a transaction is over long before any time-out. */
const FROZEN_AT_ONCE_MAX = 20;
const SEEN_AT_ONCE_MAX = FROZEN_AT_ONCE_MAX * NOTIFICATION_ITEMS_MAX;

/** The SQL of the relay, for its query plans. */
export const RELAY_STATEMENTS = {
  hasUnfrozen: {
    name: "relay-has-unfrozen",
    // Not EXISTS: see the feed's look.
    text: `
SELECT (
  SELECT sequence FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
  ORDER BY sequence LIMIT 1
) IS NOT NULL AS found`,
  },
  /** A statement of its own, as the feed's lock is; whoever does not get it has nothing to wait for. */
  lock: { name: "relay-lock", text: "SELECT pg_try_advisory_xact_lock($1) AS is_mine" },
  countOutstanding: {
    name: "relay-count-outstanding",
    text: `
SELECT count(*)::int AS outstanding FROM notification WHERE state = 'pending' AND NOT is_resend`,
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
    (id, body, item_count, oldest_change_at, state, generation_at, next_attempt_at, next_cause, created_at)
  SELECT id, body, item_count, oldest_change_at, 'pending', $5, $5, 'schedule', $5
  FROM unnest($1::uuid[], $2::bytea[], $3::smallint[], $4::timestamptz[])
    AS told (id, body, item_count, oldest_change_at)
)
UPDATE status_change SET notification_id = told.notification_id
FROM unnest($6::bigint[], $7::uuid[]) AS told (change_id, notification_id)
WHERE status_change.id = told.change_id AND status_change.notification_id IS NULL`,
  },
} as const;

/**
 * The relay in PostgreSQL. Its lock is not the feed's: a look takes seconds when much is outstanding for long. What it sees
 * is numbered and committed, so it sees the order of the feed.
 */
export function createRelayRepository(pool: pg.Pool): RelayRepository {
  const query = createQuery(pool);
  return {
    async hasUnfrozen() {
      const { rows } = await query<{ found: boolean }>(RELAY_STATEMENTS.hasUnfrozen);
      return rows[0]?.found === true;
    },
    freeze: (decide, at) =>
      inTransaction(pool, async (client) => {
        const statement = { ...RELAY_STATEMENTS.lock, values: [FREEZING_LOCK] };
        const { rows } = await client.query<{ is_mine: boolean }>(statement);
        if (!rows[0]?.is_mine) return { frozen: [], isMoreWaiting: false, isBusy: true };
        return freezeAll(client, decide, at);
      }),
  };
}

/**
 * Looks once and writes once: what a transaction has written stands in the indexes until the next vacuum, and each look would pass
 * it again.
 */
async function freezeAll(client: pg.ClientBase, decide: Decide, at: Date): Promise<Freezing> {
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
    isBusy: false,
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
    decided.map(({ changes }) => oldestOf(changes)),
    at,
    parts.map(({ changeId }) => changeId),
    parts.map(({ id }) => id),
  ];
  const { rowCount } = await client.query({ ...RELAY_STATEMENTS.freeze, values });
  if (rowCount !== parts.length) throw new Error("a notification does not hold what it tells");
}

const oldestOf = (changes: readonly WaitingChange[]) =>
  new Date(Math.min(...changes.map(({ at }) => at.getTime())));

/** Everything that one transaction may freeze. */
interface Seen {
  readonly outstanding: number;
  readonly waiting: readonly WaitingChange[];
}

async function look(client: pg.ClientBase): Promise<Seen> {
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
  ...toStatuses(row),
  at: row.at,
});
