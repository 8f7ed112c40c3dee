import type { Role } from "@/lib/kernel/rules/actor";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { Page } from "@/lib/kernel/rules/page";
import type { AuditColumns, AuditHead, AuditPlace, AuditRowColumns } from "./rules/audit";
import type { PasswordLinkKind } from "./rules/password";
import type { UserOrder } from "./rules/user-order";

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
  setPassword(id: string, password: NewPassword): Promise<User | null>;
  /**
   * Changes an account at `note.at`. A new role or a deactivation ends every session; a deactivation also revokes links.
   * Even concurrent calls never remove the last active administrator with a password, because nobody else is certain to
   * be able to sign in. An administrator without a password counts only if there is no other administrator.
   * @param options.mayBeLast whether to allow demoting or deactivating the last active administrator
   */
  change(
    id: string,
    change: UserChange,
    options: { readonly note: AuditNote; readonly mayBeLast: boolean },
  ): Promise<UserChangeOutcome>;
}

/** Who is attempting to sign in: a stranger, or somebody who has signed in to the account before. */
type PasswordQueue = "stranger" | "known";

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

/** A user in the list of users. */
export interface ListedUser extends User {
  /** false if the account has no password yet. */
  readonly hasPassword: boolean;
  /** Whether signing in with a password also requires a code. */
  readonly hasSecondFactor: boolean;
  /** The newest link that has been neither used nor revoked; it may have expired. null if there is none. */
  readonly link: { readonly kind: PasswordLinkKind; readonly expiresAt: Date } | null;
}

/** The list of all users, for administrators. */
export interface UserDirectory {
  /**
   * @param query.text part of the name or email, in upper or lower case; empty for all users
   * @returns at most `limit` users, and the total number of matches
   */
  list(query: {
    readonly text: string;
    readonly order: UserOrder;
    readonly limit: number;
  }): Promise<{ readonly users: readonly ListedUser[]; readonly total: number }>;
  find(id: string): Promise<ListedUser | null>;
}

/** A filter for audit entries; null means no filter. */
export interface AuditFilter {
  /** The id of a user or key, whatever role the actor had at the time, or a word such as `command`. */
  readonly who: string | null;
  readonly action: string | null;
  /** Part of the subject of the entry or of one of its rows, ignoring case; % and _ are literal. */
  readonly subject: string | null;
  /** The id of an entry, to list its rows instead of entries. */
  readonly rowsOf: bigint | null;
  /** Inclusive. */
  readonly from: Date | null;
  /** Exclusive, so that consecutive periods do not overlap. */
  readonly to: Date | null;
}

/** A place in the list of entries, which is ordered by (at, id), newest first. Rows of an entry are ordered by id. */
export interface AuditPosition {
  readonly at: Date;
  readonly id: bigint;
}

/** One entry as it was written. */
export interface AuditEntry extends AuditPosition {
  readonly actor: string;
  readonly address: string | null;
  readonly requestId: string | null;
  /** One of `AUDIT_ACTIONS`, or an action that a newer version wrote. */
  readonly action: string;
  readonly subject: string;
  /** JSON, or null if there is nothing to record. */
  readonly before: unknown;
  readonly after: unknown;
  /** The entry's place in the chain; null if it has not been chained yet. */
  readonly sequence: bigint | null;
  /** How many rows the entry changed, if they are listed separately; otherwise 0. */
  readonly rowCount: number;
}

/** The audit entries, for display. */
export interface AuditLog {
  /**
   * Lists entries, newest first, starting after `after`; or the rows of one entry, each with its own id, subject and
   * states and everything else from the entry.
   */
  list(filter: AuditFilter, page: Page<AuditPosition>): Promise<readonly AuditEntry[]>;
}

/** The place in the chain that is assigned to an entry. */
export interface AuditLink extends AuditHead, AuditPlace {}

/** An entry with its place in the chain. */
export interface ChainedEntry extends AuditLink {
  readonly columns: AuditColumns;
}

/** A place among chained entries; after tampering, two entries may claim the same number. */
export interface ChainPosition {
  readonly sequence: bigint;
  readonly id: string;
}

/** The chain in a transaction that holds the chaining lock. */
export interface HeldChain {
  /** Returns the newest chained entry; null if there is none. */
  findHead(): Promise<AuditHead | null>;
  /** Returns the MAC of the entry with this number; null if there is no such entry. */
  findMac(sequence: bigint): Promise<Buffer | null>;
  /**
   * Assigns the next places to the oldest entries that have no place yet. An entry that is committed later gets a later
   * place, whatever its id.
   * @param link returns one place per entry, starting after the head; the head is null if the chain is empty
   * @returns how many entries were chained
   */
  chainNext(
    countMax: number,
    link: (head: AuditHead | null, entries: readonly AuditColumns[]) => readonly AuditLink[],
  ): Promise<number>;
  /** Writes an entry about the chain itself. Like any other entry, it has no place until it is chained. */
  write(
    note: AuditNote,
    states: { readonly before: unknown; readonly after: unknown },
  ): Promise<void>;
}

/** The chain of committed entries (decision 0056). */
export interface AuditChain {
  /** Returns the newest chained entry, and whether a committed entry is still waiting for its place. Takes no lock. */
  look(): Promise<{ readonly isUnchained: boolean; readonly head: AuditHead | null }>;
  countUnchained(): Promise<number>;
  /**
   * Runs the work in a transaction on one connection that holds the chaining lock until it commits. No two of these
   * transactions ever overlap, even in different processes. The work may pause for at most 4 s between two calls.
   */
  hold<T>(work: (held: HeldChain) => Promise<T>): Promise<T>;
  /** Returns the newest chained entry; null if there is none. */
  findHead(): Promise<AuditHead | null>;
  /** Reads the entries by place, from the one after `after`; null starts at the beginning. */
  read(after: ChainPosition | null, limit: number): Promise<readonly ChainedEntry[]>;
  /** Returns which of these entries have rows, by id. */
  findWithRows(ids: readonly string[]): Promise<readonly string[]>;
  /** Reads the rows of an entry in the order in which they were written, from the one after `after`; null starts at the first. */
  readRows(
    entryId: string,
    after: string | null,
    limit: number,
  ): Promise<readonly (AuditRowColumns & { readonly id: string })[]>;
}

/**
 * The sealed head, an object outside of the database (decision 0072). Only whoever holds the chaining lock may replace it,
 * after reading it. Whoever holds the lock waits at most 2 s for each call.
 */
export interface SealedHeads {
  /**
   * Returns the content; null if there is none. Waits 10 s for the object store unless the caller holds the chaining lock.
   * @throws any error from the object store
   */
  read(options: { readonly holdsChain: boolean }): Promise<string | null>;
  /**
   * Replaces the content and removes the earlier versions that the store kept.
   * @returns why the earlier versions could not be removed after the content was replaced; null if they were
   * @throws any error from the object store; the content may not have been replaced
   */
  replace(content: string): Promise<{ readonly cause: unknown } | null>;
}

/** A key for the MACs of the audit chain. It never leaves the process. */
export interface AuditSeal {
  /** Identifies the key and reveals nothing else about it. */
  readonly keyId: string;
  /** Computes the MAC of `text` together with the MAC of the previous entry, which is null for the first entry. */
  mac(previous: Uint8Array | null, text: string): Buffer;
}

/** The keys for the MACs of the audit chain; they are kept outside the database. */
export interface AuditSeals {
  /** The key for new entries. */
  readonly current: AuditSeal;
  /** Derives a key from the given 32-byte encryption key, such as a previous one. */
  of(encryptionKey: Buffer): AuditSeal;
}

/** Looks up the names of actors, which are users and API keys. */
export interface ActorNames {
  /**
   * Returns the name of each user and key with one of these ids, including those that can no longer act; unknown ids are
   * omitted.
   */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
