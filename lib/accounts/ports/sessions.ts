import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { SessionEnd, SignInMethod } from "../rules/session";
import type { User } from "./users";

/** The data needed to store a session. */
export interface NewSession {
  readonly id: string;
  readonly userId: string;
  readonly method: SignInMethod;
  /** When a second factor was provided; null if none was. */
  readonly secondFactorAt: Date | null;
  /** The last known IP address of the client, as text; null if unknown. */
  readonly address: string | null;
  /** The User-Agent header, truncated to 512 characters; null if there was none. */
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session that has not ended, as its owner sees it. */
export interface OpenSession extends NewSession {
  /** Accurate to the minute. */
  readonly lastSeenAt: Date;
}

/** The state of a session: its user while it is open, or why it ended. */
export type FoundSession =
  | {
      readonly kind: "open";
      readonly user: Pick<User, "id" | "email" | "name" | "role" | "createdAt">;
      readonly session: Pick<NewSession, "id" | "method" | "secondFactorAt">;
    }
  | { readonly kind: "over"; readonly because: SessionEnd | "expired" };

/** A selection of a user's sessions: only one, all but one, or all of them if `allBut` is null. */
export type WhichSessions = { readonly only: string } | { readonly allBut: string | null };

/** How and why sessions end. */
export interface SessionEnding {
  readonly at: Date;
  readonly because: SessionEnd;
  /**
   * The single audit entry for the whole change, which contains the number of ended sessions; null if the change is not
   * audited.
   */
  readonly note: AuditNote | null;
}

/** Sessions of users, one row each (decision 0051). */
export interface SessionRepository {
  /**
   * Stores the session and records its user's sign-in. Returns false and writes nothing if the account was deactivated or
   * its password has changed since `passwordChangedAt` was read, or if a password session was started without a second
   * factor although the user has a confirmed one. Also removes some rows that expired more than 30 days ago.
   */
  start(session: NewSession, account: Pick<User, "passwordChangedAt">): Promise<boolean>;
  /**
   * Finds a session of this user and, in the same statement, records when and from where it was seen, to the minute. An
   * ended session stays ended, and deactivating its user ends it immediately. Returns null if there is no such session.
   * @param seen.address null if unknown; the stored address is then kept
   */
  findAndTouch(
    session: { readonly id: string; readonly userId: string },
    seen: { readonly at: Date; readonly address: string | null },
  ): Promise<FoundSession | null>;
  /** Lists the user's sessions that are open at the given time, most recently seen first; at most 100. */
  list(userId: string, at: Date): Promise<readonly OpenSession[]>;
  /** Ends open sessions of a user and returns how many it ended. Sessions that have already ended keep their reason. */
  end(userId: string, which: WhichSessions, ending: SessionEnding): Promise<number>;
}
