import type { OpenSession, SessionEnding, WhichSessions } from "../ports/sessions";
import type { SessionEnd } from "../rules/session";

/** A session as the database keeps it. */
export interface StoredSession extends OpenSession {
  readonly endedBecause: SessionEnd | null;
}

/** The rows that users and sessions share in memory, by id. */
export type SessionRows = Map<string, StoredSession>;

/** Ends open sessions of a user and answers how many. */
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
