import type pg from "pg";
import type {
  Freezing,
  RelayRepository,
  RelayWork,
  WaitingChange,
} from "@/lib/notifications/ports/notifications";
import { NOTIFICATION_ITEMS_MAX } from "@/lib/notifications/rules/notification";
import { createQuery } from "../core/query";
import { queryAtOnce } from "../core/query-at-once";
import { toStatuses } from "../core/rows";
import { onConnection } from "../core/transaction";

interface WaitingRow {
  readonly id: string;
  readonly uuid: string;
  readonly from_status: number | null;
  readonly to_status: number;
  readonly at: Date;
  /** The same in each row. */
  readonly outstanding: number;
}

type Decide = Parameters<RelayRepository["freeze"]>[0];
type Decided = NonNullable<ReturnType<Decide>>;

/** Held until the commit by whoever freezes; any fixed number that nothing else here uses. */
export const FREEZING_LOCK = 7_305_260_122;
/** Small enough that a transaction ends long before any time-out. */
const FROZEN_AT_ONCE_MAX = 20;
const SEEN_AT_ONCE_MAX = FROZEN_AT_ONCE_MAX * NOTIFICATION_ITEMS_MAX;

/** Says within a transaction whether it holds the lock. */
const IS_FREEZING = "stagedoor.is_freezing";

/** The SQL of the relay, for its query plans. */
export const RELAY_STATEMENTS = {
  findWork: {
    name: "relay-find-work",
    // Not EXISTS: see the feed's look.
    text: `
SELECT (
    SELECT id FROM status_change WHERE listed AND sequence IS NULL ORDER BY id LIMIT 1
  ) IS NOT NULL AS "hasUnnumbered", (
    SELECT sequence FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
    ORDER BY sequence LIMIT 1
  ) IS NOT NULL AS "hasUnfrozen"`,
  },
  /**
   * A statement of its own, as the feed's lock is; whoever does not get it has nothing to wait for. The look behind it is on its
   * way already: it reads in the transaction's own setting whether it may look.
   */
  lock: {
    name: "relay-lock",
    text: `SELECT set_config('${IS_FREEZING}', pg_try_advisory_xact_lock($1)::text, true) = 'true' AS is_mine`,
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
SELECT id, document_uuid AS uuid, from_status, to_status, at, (
    SELECT count(*)::int FROM notification WHERE state = 'pending' AND NOT is_resend
  ) AS outstanding
FROM status_change
WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
  AND document_uuid NOT IN (SELECT document_uuid FROM held)
  AND current_setting('${IS_FREEZING}', true) IS DISTINCT FROM 'false'
ORDER BY sequence
LIMIT $1`,
  },
  /** Its commit is on its way behind it, so it must fail on its own: a notification without a count of its items cannot be written. */
  freeze: {
    name: "relay-freeze",
    text: `
WITH held AS (
  UPDATE status_change SET notification_id = told.notification_id
  FROM unnest($6::bigint[], $7::uuid[]) AS told (change_id, notification_id)
  WHERE status_change.id = told.change_id AND status_change.notification_id IS NULL
  RETURNING status_change.id
)
INSERT INTO notification
  (id, body, item_count, oldest_change_at, state, generation_at, next_attempt_at, next_cause, created_at)
SELECT id, body, CASE WHEN (SELECT count(*) FROM held) = cardinality($6::bigint[]) THEN item_count END,
  oldest_change_at, 'pending', $5, $5, 'schedule', $5
FROM unnest($1::uuid[], $2::bytea[], $3::smallint[], $4::timestamptz[])
  AS frozen (id, body, item_count, oldest_change_at)`,
  },
} as const;

/**
 * The relay in PostgreSQL. Its lock is not the feed's: a look takes seconds when much is outstanding for long. What it sees
 * is numbered and committed, so it sees the order of the feed.
 */
export function createRelayRepository(pool: pg.Pool): RelayRepository {
  const query = createQuery(pool);
  return {
    async findWork() {
      const { rows } = await query<RelayWork>(RELAY_STATEMENTS.findWork);
      return rows[0] ?? { hasUnnumbered: false, hasUnfrozen: false };
    },
    freeze: (decide, at) => onConnection(pool, (client) => freezeAll(client, decide, at)),
  };
}

/**
 * Looks once and writes once: what a transaction has written stands in the indexes until the next vacuum, and each look would pass
 * it again. Two ways there and back: under load each of them is a turn of this process's event loop.
 */
async function freezeAll(client: pg.ClientBase, decide: Decide, at: Date): Promise<Freezing> {
  const { lock, waiting } = RELAY_STATEMENTS;
  const [, locked, seen] = await queryAtOnce(client, [
    "BEGIN",
    { ...lock, values: [FREEZING_LOCK] },
    { ...waiting, values: [SEEN_AT_ONCE_MAX] },
  ]);
  const isMine = locked?.rows[0]?.is_mine === true;
  const { decided, isMoreWaiting } = decideAll(isMine ? (seen?.rows ?? []) : [], decide);
  await (decided.length > 0 ? freeze(client, decided, at) : client.query("COMMIT"));
  return {
    frozen: decided.map(({ id }) => ({ notificationId: id, generation: 1 })),
    isMoreWaiting,
    isBusy: !isMine,
  };
}

function decideAll(rows: readonly WaitingRow[], decide: Decide) {
  const waiting = rows.map(toWaiting);
  const outstanding = rows[0]?.outstanding ?? 0;
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
  const isMore = rest.length > 0 || waiting.length === SEEN_AT_ONCE_MAX;
  return { decided, isMoreWaiting: next !== null && isMore };
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
  await queryAtOnce(client, [{ ...RELAY_STATEMENTS.freeze, values }, "COMMIT"]);
}

const oldestOf = (changes: readonly WaitingChange[]) =>
  new Date(Math.min(...changes.map(({ at }) => at.getTime())));

const toWaiting = (row: WaitingRow): WaitingChange => ({
  id: BigInt(row.id),
  uuid: row.uuid,
  ...toStatuses(row),
  at: row.at,
});
