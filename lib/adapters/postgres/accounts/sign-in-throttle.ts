import { createHash } from "node:crypto";
import type pg from "pg";
import sql, { type Sql } from "sql-template-tag";
import type { LiftedThrottle, SignInSource, SignInThrottle } from "@/lib/accounts/ports";
import { SIGN_IN_LIMITS } from "@/lib/accounts/rules/session";
import type { Clock } from "@/lib/kernel/ports";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { withDatabase } from "../core/database-errors";
import { type Places, type Statement, statement } from "../core/query";

/**
 * Counts sign-in attempts in PostgreSQL, using the database's clock. A successful attempt is subtracted from the counters
 * of its account and its address: neither many people behind one address nor frequent sign-ins are an attack.
 * @param clock used only to decide when expired rows are removed
 * @param onCleanError called if that removal fails; the sign-in continues
 */
export function createSignInThrottle(
  pool: pg.Pool,
  clock: Clock,
  onCleanError: (error: unknown) => void,
): SignInThrottle {
  const removeExpired = createCleaner(pool, clock, onCleanError);
  return {
    countTry: (source) =>
      withDatabase(async () => {
        await removeExpired();
        return source.knownAs === null
          ? countStranger(pool, source)
          : consume(pool, knownKey(source));
      }),
    forgive: (source) =>
      withDatabase(async () => {
        if (source.knownAs !== null) return remove(pool, knownKey(source));
        await remove(pool, pairKey(source));
        const address = addressKey(source);
        if (!address) return;
        for (const { text } of [address, accountKey(source)])
          await pool.query(GIVE_BACK({ key: text }));
      }),
    lift: (lifted, note) =>
      withDatabase(async () => {
        const { rows } = await pool.query<CounterRow>(liftStatement(lifted, note));
        return rows.filter(isRefusing).length;
      }),
  };
}

/** The limits, by the part of a row's key that precedes the colon. */
const LIMITS = {
  "account-from-address": SIGN_IN_LIMITS.accountFromAddress,
  address: SIGN_IN_LIMITS.address,
  account: SIGN_IN_LIMITS.account,
  "account-when-known": SIGN_IN_LIMITS.accountWhenKnown,
} as const;

interface Key {
  readonly limit: keyof typeof LIMITS;
  readonly text: string;
}

interface CounterRow {
  readonly key: string;
  readonly points: number;
  /** The remaining time. It is a bigint, which pg returns as text. */
  readonly rest_ms: string;
}

const NOW_MS = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

/** The first attempt over the limit starts a new window. `excluded.expire - windowMs` is the current time. */
const CONSUME = statement<{ key: string; windowMs: number; triesMax: number }>(
  null,
  ({ key, windowMs, triesMax }) => sql`
  INSERT INTO sign_in_throttle AS counter (key, points, expire) VALUES (${key}, 1, ${NOW_MS} + ${windowMs}::bigint)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN coalesce(counter.expire, 0) <= excluded.expire - ${windowMs}::bigint THEN 1 ELSE counter.points + 1 END,
    expire = CASE
      WHEN coalesce(counter.expire, 0) <= excluded.expire - ${windowMs}::bigint OR counter.points = ${triesMax}::int THEN excluded.expire
      ELSE counter.expire END
  RETURNING key, points, expire - ${NOW_MS} AS rest_ms`,
);
const READ = statement<{ key: string }>(
  null,
  ({ key }) =>
    sql`SELECT key, points, expire - ${NOW_MS} AS rest_ms FROM sign_in_throttle WHERE key = ${key}`,
);
const GIVE_BACK = statement<{ key: string }>(
  null,
  ({ key }) => sql`UPDATE sign_in_throttle SET points = greatest(points - 1, 0) WHERE key = ${key}`,
);
const REMOVE = statement<{ key: string }>(
  null,
  ({ key }) => sql`DELETE FROM sign_in_throttle WHERE key = ${key}`,
);
/** Removes a few rows at a time and skips rows that other attempts are updating, so that no sign-in has to wait. */
const REMOVE_EXPIRED = statement<{ limit: number }>(
  null,
  ({ limit }) => sql`
  DELETE FROM sign_in_throttle WHERE key IN (
    SELECT key FROM sign_in_throttle WHERE expire <= ${NOW_MS} ORDER BY expire LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
);

async function countStranger(pool: pg.Pool, source: SignInSource): Promise<number | null> {
  const address = addressKey(source);
  // Checked before anything is written, so that attempts from a blocked address cannot fill the table.
  const waiting = address && (await refusedSeconds(pool, address));
  return (
    waiting ??
    (await consume(pool, pairKey(source))) ??
    (address && (await consume(pool, address))) ??
    // An account gets five attempts in 15 minutes from unknown addresses, so they never reach its limit of fifty in an
    // hour and need no row.
    (await (address ? consume : refusedSeconds)(pool, accountKey(source)))
  );
}

async function refusedSeconds(pool: pg.Pool, { text }: Key): Promise<number | null> {
  const { rows } = await pool.query<CounterRow>(READ({ key: text }));
  return secondsOf(rows[0]);
}

async function consume(pool: pg.Pool, { limit, text }: Key): Promise<number | null> {
  const { windowSeconds, triesMax } = LIMITS[limit];
  const consumption = CONSUME({ key: text, windowMs: windowSeconds * 1000, triesMax });
  const { rows } = await pool.query<CounterRow>(consumption);
  return secondsOf(rows[0]);
}

async function remove(pool: pg.Pool, { text }: Key): Promise<void> {
  await pool.query(REMOVE({ key: text }));
}

const secondsOf = (row: CounterRow | undefined) =>
  row && isRefusing(row) ? Math.max(1, Math.ceil(Number(row.rest_ms) / 1000)) : null;

function isRefusing({ key, points, rest_ms }: CounterRow): boolean {
  const [name = ""] = key.split(":");
  const limit = Object.entries(LIMITS).find(([limited]) => limited === name)?.[1];
  return limit !== undefined && points > limit.triesMax && Number(rest_ms) > 0;
}

/** The interval between clean-ups in a process. If more than one batch has expired, the next attempt removes another. */
const CLEAN_EVERY_MS = 300_000;
const CLEAN_ROWS_MAX = 1_000;

function createCleaner(
  pool: pg.Pool,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let cleanedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = clock.now().getTime();
    if (Math.abs(nowMs - cleanedMs) < CLEAN_EVERY_MS) return;
    cleanedMs = nowMs;
    try {
      const { rowCount } = await pool.query(REMOVE_EXPIRED({ limit: CLEAN_ROWS_MAX }));
      if (rowCount === CLEAN_ROWS_MAX) cleanedMs = Number.NEGATIVE_INFINITY;
    } catch (error) {
      onError(error);
    }
  };
}

function liftStatement(lifted: LiftedThrottle, note: AuditNote): Statement {
  const entry = auditParameter(note);
  if ("everything" in lifted) return LIFT.everything({ hashed: "", note: entry });
  return "email" in lifted
    ? LIFT.ofAccount({ hashed: hash(lifted.email), note: entry })
    : LIFT.ofAddress({ hashed: hash(lifted.address), note: entry });
}

interface LiftValues {
  /** The hash of an email or an address. */
  readonly hashed: string;
  readonly note: string;
}

/** Writes one audit entry for all counters that are removed, and none if there are none. */
const liftWhere = (condition: (lifted: Places<LiftValues>) => Sql) =>
  statement<LiftValues>(
    null,
    (lifted) => sql`
  WITH removed AS (
    DELETE FROM sign_in_throttle WHERE ${condition(lifted)}
    RETURNING key, points, coalesce(expire, 0) - ${NOW_MS} AS rest_ms
  ), lifted AS (
    SELECT count(*) AS counters FROM removed HAVING count(*) > 0
  ), audited AS (${auditStatement({
    note: lifted.note,
    changed: "lifted",
    before: sql`jsonb_build_object('counters', lifted.counters)`,
    after: sql`jsonb_build_object('counters', 0)`,
  })})
  SELECT key, points, rest_ms FROM removed`,
  );

const LIFT = {
  everything: liftWhere(() => sql`true`),
  ofAccount: liftWhere(
    ({ hashed }) =>
      sql`split_part(key, ':', 1) <> 'address' AND split_part(key, ':', 2) = ${hashed}`,
  ),
  ofAddress: liftWhere(
    ({ hashed }) =>
      sql`key = 'address:' || ${hashed} OR (split_part(key, ':', 1) = 'account-from-address' AND split_part(key, ':', 3) = ${hashed})`,
  ),
};

const accountKey = ({ email }: SignInSource): Key => ({
  limit: "account",
  text: `account:${hash(email)}`,
});
const addressKey = ({ address }: SignInSource): Key | null =>
  address === null ? null : { limit: "address", text: `address:${hash(address)}` };
const pairKey = ({ email, address }: SignInSource): Key => ({
  limit: "account-from-address",
  text: `account-from-address:${hash(email)}:${hash(address ?? "")}`,
});
const knownKey = ({ email, knownAs }: SignInSource): Key => ({
  limit: "account-when-known",
  text: `account-when-known:${hash(email)}:${hash(knownAs ?? "")}`,
});

/** Hashed, because people sometimes type a password into the email field, which must not be stored in plain text. */
const hash = (text: string) => createHash("sha256").update(text).digest("base64url");
