import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Role } from "@/lib/kernel/rules/roles";

/** A person with an account as people see one; never the password. */
export interface User {
  readonly id: string;
  /** In lower case; what they sign in with. */
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

/** What may be changed of an account besides its password. */
export type UserChange =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "deactivation" }
  | { readonly kind: "reactivation" };

/** What became of a change: `unchanged` is a repetition, of which nothing was written. */
export type UserChangeOutcome =
  | { readonly kind: "changed" | "unchanged"; readonly user: User }
  | { readonly kind: "last-administrator" | "no-such-user" };

/** A new password. */
export interface NewPassword {
  readonly passwordHash: string;
  readonly at: Date;
  /** The session version that it replaces; null: whatever it is. */
  readonly replacing: number | null;
  /** The session that goes on; null: none. */
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
  /** The only way to a password hash. */
  findForSignIn(email: string): Promise<(User & { readonly passwordHash: string | null }) | null>;
  /**
   * Ends every session but the one that is kept, revokes links to choose a password, and lets a deactivated user sign in again.
   * null: there is no such user, or their session version is another one than `replacing` by now; nothing was written.
   */
  setPassword(id: string, given: NewPassword): Promise<User | null>;
  /**
   * Changes an account at `note.at`. Another role and a deactivation end every session, a deactivation revokes links too. Of any
   * number at once, none takes the last active administrator away: the last one with a password, because nobody else is sure to come
   * in; one without is the last only where there is no other administrator at all.
   * @param given.mayBeLast whether the last active administrator may be demoted or deactivated all the same
   */
  change(
    id: string,
    change: UserChange,
    given: { readonly note: AuditNote; readonly mayBeLast: boolean },
  ): Promise<UserChangeOutcome>;
}

/** Whose password it is: anybody's, or a person's who has been in the account before. */
export type PasswordQueue = "stranger" | "known";

/** Passwords as argon2id, worked out off the event loop. A server calls `hash` and `verify` only within `inTurn`. */
export interface PasswordHasher {
  /** Parameters and salt are inside; another text each time. */
  hash(password: string): Promise<string>;
  /** null stands for an account that does not exist: as much work as for one that does, and false. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /**
   * Runs the work when its turn comes. Each queue has its own places, so that a flood of strangers delays nobody known.
   * @throws DomainError `rate-limited` when that queue is full; the work has not begun
   */
  inTurn<T>(who: PasswordQueue, work: () => Promise<T>): Promise<T>;
}

/** Whose sign-in it is: the account that is named, existing or not, and what is known of whoever names it. */
export interface SignInSource {
  /** In lower case. */
  readonly email: string;
  /** Where it comes from; null: not known, so nobody is refused for what others do there. */
  readonly address: string | null;
  /**
   * What shows that they have been in this account before: a browser's id, `session` for passwords that a session asks for
   * or `session-code` for codes. Their tries count apart from all others, so that nobody can use them up (decision 0039). null: nothing shows it.
   */
  readonly knownAs: string | null;
}

/** What is allowed again: one account from anywhere, one address for every account, or everything. */
export type LiftedThrottle =
  | { readonly email: string }
  | { readonly address: string }
  | { readonly everything: true };

/** Slows down who guesses passwords; counts in the database, so that all processes and restarts count together. */
export interface SignInThrottle {
  /** Counts one try before the password is looked at. null: go on; else the seconds for which every try is refused. */
  countTry(source: SignInSource): Promise<number | null>;
  /** After the right password: the count of that account from that address or browser starts again. */
  forgive(source: SignInSource): Promise<void>;
  /** Forgets what was counted; the audit says so when anything was. Answers how many counters were refusing tries until now. */
  lift(lifted: LiftedThrottle, note: AuditNote): Promise<number>;
}
