import type pg from "pg";
import type { FoundSession, OpenSession, SessionRepository } from "@/lib/accounts/ports/sessions";
import type { SessionEnd, SignInMethod } from "@/lib/accounts/rules/session";
import { auditParameter } from "../core/audit-statement";
import { createQuery } from "../core/query";
import { knownRole } from "./known-role";
import {
  END_SESSIONS,
  END_SESSIONS_AUDITED,
  FIND_AND_TOUCH_SESSION,
  LIST_SESSIONS,
  START_SESSION,
} from "./session-statements";
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
          ...[id, userId, method, secondFactorAt, address, userAgent],
          ...[session.createdAt, session.expiresAt, passwordChangedAt],
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
