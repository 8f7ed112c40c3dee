import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Role } from "@/lib/kernel/rules/roles";

/** A user for display; never includes the password. */
export interface User {
  readonly id: string;
  /** In lower case; used to sign in. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /**
   * Counts password changes and deactivations. Before version 0.2, a session was valid only for the value that it was
   * created with.
   */
  readonly sessionVersion: number;
  readonly createdAt: Date;
  readonly passwordChangedAt: Date;
  /** null if the user has never signed in. */
  readonly lastSignedInAt: Date | null;
  /** null if the user may sign in. */
  readonly deactivatedAt: Date | null;
}

/** The data needed to store a user. */
export interface NewUser extends Pick<User, "id" | "email" | "name" | "role" | "createdAt"> {
  /** null if the account has no password yet. */
  readonly passwordHash: string | null;
}

/** The possible changes to an account, except to its password. */
export type UserChange =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "deactivation" }
  | { readonly kind: "reactivation" };

/** The outcome of a change; `unchanged` if the change was already in effect and nothing was written. */
export type UserChangeOutcome =
  | { readonly kind: "changed" | "unchanged"; readonly user: User }
  | { readonly kind: "last-administrator" | "no-such-user" };

/** A new password. */
export interface NewPassword {
  readonly passwordHash: string;
  readonly at: Date;
  /** The session version that the user must still have; null for any. */
  readonly replacing: number | null;
  /** The session to keep open; null to end all sessions. */
  readonly keeping: string | null;
  readonly note: AuditNote;
}

/** Accounts whose emails have the same key, which were created before emails had keys. */
export type EmailCollision = readonly Pick<User, "email" | "deactivatedAt">[];

/** Users, found by id or by email in lower case. Each change and its audit entry are written in one statement. */
export interface UserRepository {
  count(): Promise<number>;
  /** Counts the users who may sign in. */
  countActive(): Promise<number>;
  /** Oldest first. */
  list(): Promise<readonly User[]>;
  /** Returns null and writes nothing if the email, or the key of the email, is already in use. */
  create(user: NewUser, note: AuditNote): Promise<User | null>;
  /**
   * Gives each account without an email key its key, as `decideEmailKeys` decides. Idempotent; concurrent calls wait for
   * each other. Returns the groups of accounts that have no key because they share it.
   */
  fillEmailKeys(): Promise<readonly EmailCollision[]>;
  find(id: string): Promise<User | null>;
  /** Finds a user and includes the password hash. No other method returns a password hash. */
  findForSignIn(email: string): Promise<(User & { readonly passwordHash: string | null }) | null>;
  /**
   * Sets the password, ends every session except `keeping`, revokes links to choose a password, and reactivates a
   * deactivated user. Returns null and writes nothing if there is no such user or their session version is no longer
   * `replacing`.
   */
  setPassword(id: string, given: NewPassword): Promise<User | null>;
  /**
   * Changes an account at `note.at`. A new role or a deactivation ends every session; a deactivation also revokes links.
   * Even concurrent calls never remove the last active administrator with a password, because nobody else is certain to
   * be able to sign in. An administrator without a password counts only if there is no other administrator.
   * @param given.mayBeLast whether to allow demoting or deactivating the last active administrator
   */
  change(
    id: string,
    change: UserChange,
    given: { readonly note: AuditNote; readonly mayBeLast: boolean },
  ): Promise<UserChangeOutcome>;
}

/** Who is attempting to sign in: a stranger, or somebody who has signed in to the account before. */
export type PasswordQueue = "stranger" | "known";

/** Password hashing with argon2id, off the event loop. A server calls `hash` and `verify` only within `inTurn`. */
export interface PasswordHasher {
  /** Hashes a password. The result contains the parameters and a random salt, so it differs each time. */
  hash(password: string): Promise<string>;
  /**
   * Checks a password. A null hash stands for an account that does not exist: checking it takes the same amount of work
   * and returns false.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /**
   * Runs the work when a slot is free. Each queue has its own slots, so that a flood of attempts by strangers does not
   * delay known users.
   * @throws DomainError `rate-limited` if that queue is full; the work has not been started
   */
  inTurn<T>(who: PasswordQueue, work: () => Promise<T>): Promise<T>;
}

/** The source of a sign-in: the named account, whether or not it exists, and what is known about the caller. */
export interface SignInSource {
  /** In lower case. */
  readonly email: string;
  /**
   * The IP address of the caller. null if unknown; the limit per address then does not apply, so that nobody is rejected
   * because of others.
   */
  readonly address: string | null;
  /**
   * Evidence that the caller has used this account before: a browser's id, `session` for passwords entered during a
   * session, or `session-code` for codes. Such attempts are counted separately, so that nobody else can use them up
   * (decision 0039). null if there is no evidence.
   */
  readonly knownAs: string | null;
}

/**
 * The counters to reset: those for one account from any address, those for one address and any account, or all of them.
 */
export type LiftedThrottle =
  | { readonly email: string }
  | { readonly address: string }
  | { readonly everything: true };

/** Slows down password guessing. Counts in the database, across processes and restarts. */
export interface SignInThrottle {
  /**
   * Counts an attempt before the password is checked. Returns null if the attempt may continue, otherwise the number of
   * seconds for which attempts are rejected.
   */
  countTry(source: SignInSource): Promise<number | null>;
  /** Resets the count for that account from that address or browser after a correct password. */
  forgive(source: SignInSource): Promise<void>;
  /** Resets counters, and writes an audit entry if there were any. Returns how many counters were rejecting attempts. */
  lift(lifted: LiftedThrottle, note: AuditNote): Promise<number>;
}
