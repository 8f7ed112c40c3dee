import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Role } from "@/lib/kernel/rules/roles";

/** A user for display; never the password. */
export interface User {
  readonly id: string;
  /** In lower case; used to sign in. */
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Counts changes of the password and deactivations; sessions of versions before 0.2 were valid for one number. */
  readonly sessionVersion: number;
  readonly createdAt: Date;
  readonly passwordChangedAt: Date;
  /** null: never. */
  readonly lastSignedInAt: Date | null;
  /** null: may sign in. */
  readonly deactivatedAt: Date | null;
}

/** What is needed to store a user. */
export interface NewUser extends Pick<User, "id" | "email" | "name" | "role" | "createdAt"> {
  /** null: no password opens the account yet. */
  readonly passwordHash: string | null;
}

/** The changes of an account, except its password. */
export type UserChange =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "deactivation" }
  | { readonly kind: "reactivation" };

/** The outcome of a change: `unchanged` means a repetition that wrote nothing. */
export type UserChangeOutcome =
  | { readonly kind: "changed" | "unchanged"; readonly user: User }
  | { readonly kind: "last-administrator" | "no-such-user" };

/** A new password. */
export interface NewPassword {
  readonly passwordHash: string;
  readonly at: Date;
  /** The session version that it replaces; null: any. */
  readonly replacing: number | null;
  /** The session to keep; null: none. */
  readonly keeping: string | null;
  readonly note: AuditNote;
}

/** People with an account, found by id or by email in lower case. Each change and its audit are one statement. */
export interface UserRepository {
  count(): Promise<number>;
  /** Those that may sign in. */
  countActive(): Promise<number>;
  /** Oldest first. */
  list(): Promise<readonly User[]>;
  /** null: the email is taken; nothing was written. */
  create(user: NewUser, note: AuditNote): Promise<User | null>;
  find(id: string): Promise<User | null>;
  /** The only access to a password hash. */
  findForSignIn(email: string): Promise<(User & { readonly passwordHash: string | null }) | null>;
  /**
   * Ends every session but the one that is kept, revokes links to choose a password, and lets a deactivated user sign in again.
   * null: there is no such user, or their session version is no longer `replacing`; nothing was written.
   */
  setPassword(id: string, given: NewPassword): Promise<User | null>;
  /**
   * Changes an account at `note.at`. A new role or a deactivation ends every session; a deactivation also revokes links. Even
   * concurrent calls never remove the last active administrator: the last one with a password, because nobody else is certain to be
   * able to sign in; one without a password counts only if there is no other administrator.
   * @param given.mayBeLast whether the last active administrator may be demoted or deactivated all the same
   */
  change(
    id: string,
    change: UserChange,
    given: { readonly note: AuditNote; readonly mayBeLast: boolean },
  ): Promise<UserChangeOutcome>;
}

/** Whose attempt it is: a stranger's, or the attempt of somebody who has signed in to the account before. */
export type PasswordQueue = "stranger" | "known";

/** Passwords as argon2id, worked out off the event loop. A server calls `hash` and `verify` only within `inTurn`. */
export interface PasswordHasher {
  /** Parameters and salt are inside; another text each time. */
  hash(password: string): Promise<string>;
  /** null stands for an account that does not exist: the same amount of work, and the result false. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /**
   * Runs the work when its turn comes. Each queue has its own slots, so that a flood of strangers does not delay known
   * users.
   * @throws DomainError `rate-limited` when that queue is full; the work was not started
   */
  inTurn<T>(who: PasswordQueue, work: () => Promise<T>): Promise<T>;
}

/** The subject of a sign-in: the named account, existing or not, and what is known about the caller. */
export interface SignInSource {
  /** In lower case. */
  readonly email: string;
  /** The address of the caller; null: unknown, so nobody is rejected because of others. */
  readonly address: string | null;
  /**
   * What shows that they have been in this account before: a browser's id, `session` for passwords that a session asks for or `session-code` for
   * codes. Their attempts are counted separately, so that nobody else can use them up (decision 0039). null: nothing shows it.
   */
  readonly knownAs: string | null;
}

/** What to unlock: one account from anywhere, one address for every account, or everything. */
export type LiftedThrottle =
  | { readonly email: string }
  | { readonly address: string }
  | { readonly everything: true };

/** Slows down password guessing; counts in the database, across processes and restarts. */
export interface SignInThrottle {
  /**
   * Counts an attempt before the password is checked. null: continue; otherwise the seconds for which every attempt is
   * rejected.
   */
  countTry(source: SignInSource): Promise<number | null>;
  /** After the correct password: resets the count of that account from that address or browser. */
  forgive(source: SignInSource): Promise<void>;
  /** Resets counters, audited if there were any. Returns how many counters were rejecting attempts. */
  lift(lifted: LiftedThrottle, note: AuditNote): Promise<number>;
}
