import type pg from "pg";
import sql from "sql-template-tag";
import { NUMBERED_AT_ONCE_MAX } from "@/lib/documents/rules/feed-entry";
import type {
  Freezing,
  RelayRepository,
  RelayWork,
  WaitingChange,
} from "@/lib/notifications/ports";
import { NOTIFICATION_ITEMS_MAX } from "@/lib/notifications/rules/notification";
import { numberChanges } from "../core/numbering";
import { createQuery, statement } from "../core/query";
import { queryAtOnce } from "../core/query-at-once";
import { toStatuses } from "../core/rows";
import { onConnection } from "../core/transaction";

interface WaitingRow {
  readonly id: string;
  readonly uuid: string;
  readonly from_status: number | null;
  readonly to_status: number;
  readonly at: Date;
  /** The number of outstanding changes, which is the same in every row. */
  readonly outstanding: number;
}

type Decide = Parameters<RelayRepository["freeze"]>[0];
type Decided = NonNullable<ReturnType<Decide>>;

/**
 * The advisory lock that a transaction holds while it puts changes into notifications, until it commits. The number is
 * arbitrary, but nothing else in the product may use it.
 */
const FREEZING_LOCK = 7_305_260_122;
/** Few enough notifications that a transaction ends long before any timeout. */
const FROZEN_AT_ONCE_MAX = 20;
const SEEN_AT_ONCE_MAX = FROZEN_AT_ONCE_MAX * NOTIFICATION_ITEMS_MAX;

/** The name of a transaction-local setting that records whether the transaction holds the lock. */
const IS_FREEZING = "stagedoor.is_freezing";

/** The first four lists have an element for each notification, the last two for each change. */
interface FreezingValues {
  readonly ids: readonly string[];
  readonly bodies: readonly Buffer[];
  readonly itemCounts: readonly number[];
  readonly oldestChangesAt: readonly Date[];
  readonly changeIds: readonly string[];
  readonly notificationIds: readonly string[];
  readonly at: Date;
}

/** The SQL statements of the relay, exported to test their query plans. */
export const RELAY_STATEMENTS = {
  /** Does not use EXISTS, for the reason given at `hasUnnumbered` of the status feed. */
  findWork: statement(
    "relay-find-work",
    () => sql`
SELECT (
    SELECT id FROM status_change WHERE listed AND sequence IS NULL ORDER BY id LIMIT 1
  ) IS NOT NULL AS "hasUnnumbered", (
    SELECT sequence FROM status_change WHERE notify AND notification_id IS NULL AND sequence IS NOT NULL
    ORDER BY sequence LIMIT 1
  ) IS NOT NULL AS "hasUnfrozen"`,
  ),
  /**
   * This is a separate statement, as in the feed. It does not wait: if the lock is taken, another process is doing the
   * work. The next query has already been sent and reads from the transaction-local setting whether it may return rows.
   */
  lock: statement(
    "relay-lock",
    () =>
      sql`SELECT set_config(${IS_FREEZING}, pg_try_advisory_xact_lock(${FREEZING_LOCK})::text, true) = 'true' AS is_mine`,
  ),
  /**
   * A document in an outstanding notification waits for the outcome, so that its changes arrive in order. OFFSET 0 keeps
   * the planner from reading all changes to find those of the few outstanding notifications.
   */
  waiting: statement<{ limit: number }>(
    "relay-waiting",
    ({ limit }) => sql`
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
  AND current_setting(${IS_FREEZING}, true) IS DISTINCT FROM 'false'
ORDER BY sequence
LIMIT ${limit}`,
  ),
  /**
   * The COMMIT has already been sent, so an error must make this statement itself fail: a notification without an item
   * count violates a constraint.
   */
  freeze: statement<FreezingValues>(
    "relay-freeze",
    ({ ids, bodies, itemCounts, oldestChangesAt, at, changeIds, notificationIds }) => sql`
WITH held AS (
  UPDATE status_change SET notification_id = told.notification_id
  FROM unnest(${changeIds}::bigint[], ${notificationIds}::uuid[]) AS told (change_id, notification_id)
  WHERE status_change.id = told.change_id AND status_change.notification_id IS NULL
  RETURNING status_change.id
)
INSERT INTO notification
  (id, body, item_count, oldest_change_at, state, generation_at, next_attempt_at, next_cause, created_at)
SELECT id, body, CASE WHEN (SELECT count(*) FROM held) = cardinality(${changeIds}::bigint[]) THEN item_count END,
  oldest_change_at, 'pending', ${at}, ${at}, 'schedule', ${at}
FROM unnest(${ids}::uuid[], ${bodies}::bytea[], ${itemCounts}::smallint[], ${oldestChangesAt}::timestamptz[])
  AS frozen (id, body, item_count, oldest_change_at)`,
  ),
} as const;

/**
 * Stores the relay's work in PostgreSQL. It has its own lock, because its query takes seconds if many changes have been
 * outstanding for a long time, and the feed must not wait for it. It reads only changes whose numbers are committed, so it
 * sees them in the order of the feed.
 */
export function createRelayRepository(pool: pg.Pool): RelayRepository {
  const query = createQuery(pool);
  return {
    async findWork() {
      const { rows } = await query<RelayWork>(RELAY_STATEMENTS.findWork());
      return rows[0] ?? { hasUnnumbered: false, hasUnfrozen: false };
    },
    freeze: (...parameters) => onConnection(pool, (client) => freezeAll(client, ...parameters)),
  };
}

/**
 * Reads once and writes once: index entries of rows written in this transaction remain until the next vacuum, so each
 * additional query would read them again. Together with the numbering, it takes only two round trips, because under load
 * each of them waits for a turn of this process's event loop.
 */
async function freezeAll(
  client: pg.ClientBase,
  ...[decide, at, search]: Parameters<RelayRepository["freeze"]>
): Promise<Freezing> {
  const { lock, waiting } = RELAY_STATEMENTS;
  const number = async () => {
    const count = await numberChanges(client, NUMBERED_AT_ONCE_MAX);
    search?.onBegin();
    return count;
  };
  // Both are sent before either has a result.
  const [numberedCount, [, locked, seen]] = await Promise.all([
    number(),
    queryAtOnce(client, ["BEGIN", lock(), waiting({ limit: SEEN_AT_ONCE_MAX })]),
  ]);
  search?.onEnd();
  const isMine = locked?.rows[0]?.is_mine === true;
  const { decided, isMoreWaiting } = decideAll(isMine ? (seen?.rows ?? []) : [], decide);
  await (decided.length > 0 ? freeze(client, decided, at) : client.query("COMMIT"));
  return {
    frozen: decided.map(({ id }) => ({ notificationId: id, generation: 1 })),
    isMoreWaiting,
    isBusy: !isMine,
    isMoreUnnumbered: numberedCount === NUMBERED_AT_ONCE_MAX,
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
  const freezing = RELAY_STATEMENTS.freeze({
    ids: decided.map(({ id }) => id),
    bodies: decided.map(({ body }) => body),
    itemCounts: decided.map(({ changes }) => changes.length),
    oldestChangesAt: decided.map(({ changes }) => oldestOf(changes)),
    at,
    changeIds: parts.map(({ changeId }) => changeId),
    notificationIds: parts.map(({ id }) => id),
  });
  await queryAtOnce(client, [freezing, "COMMIT"]);
}

const oldestOf = (changes: readonly WaitingChange[]) =>
  new Date(Math.min(...changes.map(({ at }) => at.getTime())));

const toWaiting = (row: WaitingRow): WaitingChange => ({
  id: BigInt(row.id),
  uuid: row.uuid,
  ...toStatuses(row),
  at: row.at,
});
