import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { OpenSession, SessionRepository } from "../access-ports";
import { SESSION_KEPT_DAYS } from "../rules/session";
import { endRows, type SessionRows, type StoredSession } from "./in-memory-session-rows";
import type { InMemoryUsers } from "./in-memory-users";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LISTED_MAX = 100;

/** In-memory sessions that meet the same contract as the PostgreSQL adapter. */
export interface InMemorySessions extends SessionRepository {
  /** All audit notes, oldest first. */
  readonly notes: readonly AuditNote[];
}

/**
 * Creates an empty session store. It shares `rows` with the user store; `hasSecondFactor` returns whether a user's second
 * factor is confirmed.
 */
export function createInMemorySessions(
  users: InMemoryUsers,
  rows: SessionRows,
  hasSecondFactor: (userId: string) => boolean,
): InMemorySessions {
  const notes: AuditNote[] = [];
  return {
    notes,
    start: async (session, { passwordChangedAt }) => {
      const user = users.read(session.userId);
      const isUnchanged = user?.passwordChangedAt.getTime() === passwordChangedAt.getTime();
      if (!user || user.deactivatedAt || !isUnchanged) return false;
      const isByPasswordAlone = session.method === "password" && session.secondFactorAt === null;
      if (isByPasswordAlone && hasSecondFactor(user.id)) return false;
      removeOld(rows, session.createdAt);
      users.noteSignIn(user.id, session.createdAt);
      rows.set(session.id, { ...session, lastSeenAt: session.createdAt, endedBecause: null });
      return true;
    },
    findAndTouch: async ({ id, userId }, { at, address }) => {
      const row = rows.get(id);
      const found = row?.userId === userId ? users.read(userId) : null;
      if (!row || !found) return null;
      const because = overBecause(row, at) ?? (found.deactivatedAt && "deactivated");
      if (because) return { kind: "over", because };
      if (row.lastSeenAt.getTime() < at.getTime() - MINUTE_MS) {
        rows.set(id, { ...row, lastSeenAt: at, address: address ?? row.address });
      }
      const { email, name, role, createdAt } = found;
      const { method, secondFactorAt } = row;
      return {
        kind: "open",
        user: { id: userId, email, name, role, createdAt },
        session: { id, method, secondFactorAt },
      };
    },
    list: async (userId, at) =>
      [...rows.values()]
        .filter((row) => row.userId === userId && overBecause(row, at) === null)
        .sort((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime() || (a.id < b.id ? 1 : -1))
        .slice(0, LISTED_MAX)
        .map(withoutEnd),
    end: async (userId, which, ending) => {
      const count = endRows(rows, userId, which, ending);
      if (count > 0 && ending.note) notes.push(ending.note);
      return count;
    },
  };
}

function overBecause({ endedBecause, expiresAt }: StoredSession, at: Date) {
  return endedBecause ?? (expiresAt > at ? null : ("expired" as const));
}

function removeOld(rows: SessionRows, at: Date): void {
  for (const { id, expiresAt } of rows.values()) {
    if (expiresAt.getTime() < at.getTime() - SESSION_KEPT_DAYS * DAY_MS) rows.delete(id);
  }
}

function withoutEnd({ endedBecause: _, ...session }: StoredSession): OpenSession {
  return session;
}
