import type pg from "pg";
import sql from "sql-template-tag";
import type {
  FoundSession,
  NewSession,
  OpenSession,
  SessionRepository,
} from "@/lib/accounts/access-ports";
import {
  SESSION_KEPT_DAYS,
  type SessionEnd,
  type SignInMethod,
} from "@/lib/accounts/rules/session";
import { auditParameter, auditStatement } from "../core/audit-statement";
import { createQuery, type Places, statement } from "../core/query";
import { knownRole } from "./user-rows";
import { withLockedUser } from "./user-statements";

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
        const { rowCount } = await client.query(START_SESSION({ ...session, passwordChangedAt }));
        return rowCount === 1;
      }),
    findAndTouch: async (session, use) => {
      const { rows } = await query<FoundRow>(FIND_AND_TOUCH_SESSION({ ...session, ...use }));
      return rows[0] ? toFound(session, rows[0]) : null;
    },
    list: async (userId, at) => (await query<OpenSession>(LIST_SESSIONS({ userId, at }))).rows,
    end: async (userId, which, { at, because, note }) => {
      const range = { only: null, allBut: null, ...which };
      const end = { userId, at, because, ...range };
      const ending =
        note === null
          ? END_SESSIONS(end)
          : END_SESSIONS_AUDITED({ ...end, note: auditParameter(note) });
      return (await query<{ n: number }>(ending)).rows[0]?.n ?? 0;
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
const KEPT = `${SESSION_KEPT_DAYS} days`;

/**
 * Must run in `withLockedUser`, which decides whether the session came before or after a new password, deactivation or
 * second factor. A password alone does not start a session if the user has a second factor by then.
 */
const START_SESSION = statement<NewSession & { passwordChangedAt: Date }>(
  "session-start",
  ({
    id,
    userId,
    method,
    secondFactorAt,
    address,
    userAgent,
    createdAt,
    expiresAt,
    passwordChangedAt,
  }) => sql`
WITH signed_in AS (
  UPDATE app_user SET last_signed_in_at = ${createdAt}
  WHERE id = ${userId} AND deactivated_at IS NULL AND password_changed_at = ${passwordChangedAt}
    AND (${method}::text <> 'password' OR ${secondFactorAt}::timestamptz IS NOT NULL OR NOT EXISTS (
      SELECT FROM second_factor WHERE user_id = ${userId} AND confirmed_at IS NOT NULL))
  RETURNING id
), removed AS (
  DELETE FROM user_session WHERE id IN (
    SELECT id FROM user_session WHERE expires_at < ${createdAt}::timestamptz - ${KEPT}::interval
    ORDER BY expires_at LIMIT ${REMOVED_MAX} FOR UPDATE SKIP LOCKED)
)
INSERT INTO user_session
  (id, user_id, method, second_factor_at, address, user_agent, created_at, last_seen_at, expires_at)
SELECT ${id}, id, ${method}, ${secondFactorAt}, ${address}, ${userAgent}, ${createdAt}, ${createdAt}, ${expiresAt} FROM signed_in`,
);

/**
 * Updates the time of last use at most once a minute per session, so that reads cause few writes. Skips it while an
 * audited change holds the row, so that no call waits for another one.
 */
const FIND_AND_TOUCH_SESSION = statement<{
  id: string;
  userId: string;
  at: Date;
  address: string | null;
}>(
  "session-find-and-touch",
  ({ id, userId, at, address }) => sql`
WITH due AS (
  SELECT id FROM user_session
  WHERE id = ${id} AND user_id = ${userId} AND ended_at IS NULL AND expires_at > ${at}
    AND last_seen_at < ${at}::timestamptz - interval '1 minute'
  FOR NO KEY UPDATE SKIP LOCKED
), touched AS (
  UPDATE user_session SET last_seen_at = ${at}, address = COALESCE(${address}, address) FROM due WHERE user_session.id = due.id
)
SELECT s.method, s.second_factor_at AS "secondFactorAt",
  CASE WHEN s.ended_at IS NOT NULL THEN s.ended_because WHEN s.expires_at <= ${at} THEN 'expired'
    WHEN u.deactivated_at IS NOT NULL THEN 'deactivated' END AS because,
  u.email, u.name, u.role, u.created_at AS "createdAt"
FROM user_session s JOIN app_user u ON u.id = s.user_id
WHERE s.id = ${id} AND s.user_id = ${userId}`,
);

/** Lists the most recently used sessions first, see `SessionRepository.list`. */
const LIST_SESSIONS = statement<{ userId: string; at: Date }>(
  "session-list",
  ({ userId, at }) => sql`
SELECT id, user_id AS "userId", method, second_factor_at AS "secondFactorAt", address, user_agent AS "userAgent",
  created_at AS "createdAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt"
FROM user_session WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${at}
ORDER BY last_seen_at DESC, id DESC LIMIT 100`,
);

/** The values of an end of sessions. */
interface EndValues {
  readonly userId: string;
  readonly at: Date;
  readonly because: SessionEnd;
  /** The only session to end; null for all. */
  readonly only: string | null;
  /** The only session to keep; null for none. */
  readonly allBut: string | null;
}

/** Locks the open sessions in one order, so that sessions of one user that end each other wait instead of deadlocking. */
const ended = ({ userId, at, because, only, allBut }: Places<EndValues>) => sql`
WITH locked AS MATERIALIZED (
  SELECT id FROM user_session WHERE user_id = ${userId} AND ended_at IS NULL AND expires_at > ${at}::timestamptz
  ORDER BY id FOR NO KEY UPDATE
), ended AS (
  UPDATE user_session SET ended_at = ${at}::timestamptz, ended_because = ${because} FROM locked
  WHERE user_session.id = locked.id
    AND (${only}::uuid IS NULL OR user_session.id = ${only}::uuid) AND user_session.id IS DISTINCT FROM ${allBut}::uuid
  RETURNING user_session.id
), total AS (SELECT count(*)::int AS n FROM ended)`;

const END_SESSIONS = statement<EndValues>(
  "session-end",
  (end) => sql`${ended(end)} SELECT n FROM total`,
);

/** Like `END_SESSIONS`, with one audit entry if any session was open. */
const END_SESSIONS_AUDITED = statement<EndValues & { note: string }>(
  "session-end-audited",
  (
    end,
  ) => sql`${ended(end)}, some_ended AS (SELECT n FROM total WHERE n > 0), audited AS (${auditStatement(
    {
      note: end.note,
      changed: "some_ended",
      before: sql`NULL::jsonb`,
      after: sql`jsonb_build_object('endedSessions', some_ended.n)`,
    },
  )})
SELECT n FROM total`,
);
