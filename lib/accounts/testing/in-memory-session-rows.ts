import type { OpenSession, SessionEnding, WhichSessions } from "../access-ports";
import type { SessionEnd } from "../rules/session";

/** A session as stored in the database. */
export interface StoredSession extends OpenSession {
  readonly endedBecause: SessionEnd | null;
}

/** The session rows that the fakes of users and sessions share, by id. */
export type SessionRows = Map<string, StoredSession>;

/** Ends open sessions of a user and returns how many it ended. */
export function endRows(
  rows: SessionRows,
  userId: string,
  which: WhichSessions,
  { at, because }: Pick<SessionEnding, "at" | "because">,
): number {
  const ended = [...rows.values()].filter(
    (row) =>
      row.userId === userId &&
      row.endedBecause === null &&
      row.expiresAt > at &&
      ("only" in which ? row.id === which.only : row.id !== which.allBut),
  );
  for (const row of ended) rows.set(row.id, { ...row, endedBecause: because });
  return ended.length;
}
