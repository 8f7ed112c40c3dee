import type pg from "pg";
import type { FoundSession, OpenSession, SessionRepository } from "@/lib/accounts/access-ports";
import {
  SESSION_KEPT_DAYS,
  type SessionEnd,
  type SignInMethod,
} from "@/lib/accounts/rules/session";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery } from "../core/query";
import { knownRole } from "./known-role";
import { withLockedUser } from "./with-locked-user";

interface FoundRow {
  readonly method: SignInMethod;
  readonly secondFactorAt: Date | null;
  /** The reason why the session ended; null if it is open. */
  readonly because: SessionEnd | "expired" | null;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly createdAt: Date;
}

/** Stores sessions in PostgreSQL. */
export function createSessionRepository(pool: pg.Pool): SessionRepository {
  const query = createQuery(pool);
  return {
    start: (session, { passwordChangedAt }) =>
      withLockedUser(pool, session.userId, async (client) => {
        const { id, userId, method, secondFactorAt, address, userAgent } = session;
        const { rowCount } = await client.query(START_SESSION, [
          id,
          userId,
          method,
          secondFactorAt,
          address,
          userAgent,
          session.createdAt,
          session.expiresAt,
          passwordChangedAt,
        ]);
        return rowCount === 1;
      }),
    findAndTouch: async ({ id, userId }, { at, address }) => {
      const values = [id, userId, at, address];
      const { rows } = await query<FoundRow>(FIND_AND_TOUCH_SESSION, values);
      return rows[0] ? toFound({ id, userId }, rows[0]) : null;
    },
    list: async (userId, at) => (await query<OpenSession>(LIST_SESSIONS, [userId, at])).rows,
    end: async (userId, which, { at, because, note }) => {
      const range = "only" in which ? [which.only, null] : [null, which.allBut];
      const values = [userId, at, because, ...range];
      const { rows } =
        note === null
          ? await query<{ n: number }>(END_SESSIONS, values)
          : await query<{ n: number }>(END_SESSIONS_AUDITED, [...values, auditParameter(note)]);
      return rows[0]?.n ?? 0;
    },
  };
}

function toFound(
  { id, userId }: { readonly id: string; readonly userId: string },
  { because, method, secondFactorAt, email, name, role, createdAt }: FoundRow,
): FoundSession {
  if (because !== null) return { kind: "over", because };
  return {
    kind: "open",
    user: { id: userId, email, name, role: knownRole(role), createdAt },
    session: { id, method, secondFactorAt },
  };
}

/** The maximum number of old rows that each new session removes, so that no sign-in takes long. */
const REMOVED_MAX = 100;

/**
 * Must run in `withLockedUser`, which decides whether the session came before or after a new password, deactivation or
 * second factor. A password alone does not start a session if the user has a second factor by then.
 */
const START_SESSION = {
  name: "session-start",
  text: `
WITH signed_in AS (
  UPDATE app_user SET last_signed_in_at = $7
  WHERE id = $2 AND deactivated_at IS NULL AND password_changed_at = $9
    AND ($3::text <> 'password' OR $4::timestamptz IS NOT NULL OR NOT EXISTS (
      SELECT FROM second_factor WHERE user_id = $2 AND confirmed_at IS NOT NULL))
  RETURNING id
), removed AS (
  DELETE FROM user_session WHERE id IN (
    SELECT id FROM user_session WHERE expires_at < $7::timestamptz - interval '${SESSION_KEPT_DAYS} days'
    ORDER BY expires_at LIMIT ${REMOVED_MAX} FOR UPDATE SKIP LOCKED)
)
INSERT INTO user_session
  (id, user_id, method, second_factor_at, address, user_agent, created_at, last_seen_at, expires_at)
SELECT $1, id, $3, $4, $5, $6, $7, $7, $8 FROM signed_in`,
} as const;

/**
 * Updates the time of last use at most once a minute per session, so that reads cause few writes. Skips it while an
 * audited change holds the row, so that no call waits for another one.
 */
const FIND_AND_TOUCH_SESSION = {
  name: "session-find-and-touch",
  text: `
WITH due AS (
  SELECT id FROM user_session
  WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > $3
    AND last_seen_at < $3::timestamptz - interval '1 minute'
  FOR NO KEY UPDATE SKIP LOCKED
), touched AS (
  UPDATE user_session SET last_seen_at = $3, address = COALESCE($4, address) FROM due WHERE user_session.id = due.id
)
SELECT s.method, s.second_factor_at AS "secondFactorAt",
  CASE WHEN s.ended_at IS NOT NULL THEN s.ended_because WHEN s.expires_at <= $3 THEN 'expired'
    WHEN u.deactivated_at IS NOT NULL THEN 'deactivated' END AS because,
  u.email, u.name, u.role, u.created_at AS "createdAt"
FROM user_session s JOIN app_user u ON u.id = s.user_id
WHERE s.id = $1 AND s.user_id = $2`,
} as const;

/** Lists the most recently used sessions first, see `SessionRepository.list`. */
const LIST_SESSIONS = {
  name: "session-list",
  text: `
SELECT id, user_id AS "userId", method, second_factor_at AS "secondFactorAt", address, user_agent AS "userAgent",
  created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
FROM user_session WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2
ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
} as const;

/** Locks the open sessions in one order, so that sessions of one user that end each other wait instead of deadlocking. */
const ENDED = `
WITH locked AS MATERIALIZED (
  SELECT id FROM user_session WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2::timestamptz
  ORDER BY id FOR NO KEY UPDATE
), ended AS (
  UPDATE user_session SET ended_at = $2::timestamptz, ended_because = $3 FROM locked
  WHERE user_session.id = locked.id
    AND ($4::uuid IS NULL OR user_session.id = $4::uuid) AND user_session.id IS DISTINCT FROM $5::uuid
  RETURNING user_session.id
), total AS (SELECT count(*)::int AS n FROM ended)`;

/** $4 is the only session to end, or NULL for all; $5 is the only session to keep, or NULL for none. */
const END_SESSIONS = {
  name: "session-end",
  text: `${ENDED} SELECT n FROM total`,
} as const;

/** Like `END_SESSIONS`, with one audit entry if any session was open; $6 is its note. */
const END_SESSIONS_AUDITED = {
  name: "session-end-audited",
  text: `${ENDED}, some_ended AS (SELECT n FROM total WHERE n > 0), audited AS (${auditStatement({
    note: "$6",
    changed: "some_ended",
    before: "NULL::jsonb",
    after: "jsonb_build_object('endedSessions', some_ended.n)",
  })})
SELECT n FROM total`,
} as const;
