import type { Scope } from "@/lib/kernel/rules/actor";
import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { NewUser, User } from "./ports";
import type { PasswordLinkKind } from "./rules/password";
import type { SessionEnd, SignInMethod } from "./rules/session";

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

/** A one-time link to choose the password for an account. Only its recipient has the token. */
export interface PasswordLink {
  readonly id: string;
  readonly userId: string;
  readonly kind: PasswordLinkKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** null if the link has not been used. */
  readonly usedAt: Date | null;
  /** null if the link has not been revoked. */
  readonly revokedAt: Date | null;
}

/** The data stored for a new link. */
export interface NewPasswordLink
  extends Pick<PasswordLink, "id" | "kind" | "createdAt" | "expiresAt"> {
  /** The SHA-256 of the token. */
  readonly hash: Buffer;
  /** The person who created the link, as recorded in the audit log. */
  readonly createdBy: string;
}

/**
 * Links to choose passwords, found by the SHA-256 of their token. Each change and its audit entry are written atomically.
 */
export interface PasswordLinks {
  /**
   * Creates a user without a password, and the link to choose one. Returns null and writes nothing if the email,
   * or the key of the email, is already in use.
   */
  invite(user: NewUser, link: NewPasswordLink, note: AuditNote): Promise<User | null>;
  /**
   * Creates a link and revokes the user's other open links. Returns false and writes nothing if there is no such user or
   * the user is deactivated.
   */
  create(userId: string, link: NewPasswordLink, note: AuditNote): Promise<boolean>;
  /** Finds a link in any state; null if it never existed. */
  find(hash: Buffer): Promise<{ readonly link: PasswordLink; readonly user: User } | null>;
  /**
   * Uses up a link: sets the password, ends all sessions of the user and revokes the user's other links. Only one of
   * several concurrent calls succeeds. Returns null and writes nothing if the link is not open at `note.at` or its user
   * is deactivated.
   */
  use(hash: Buffer, passwordHash: string, note: AuditNote): Promise<User | null>;
}

/** The secret that a user's authenticator app shares with us. */
export interface SecondFactor {
  /** Encrypted by the `SecretBox`. */
  readonly secret: Buffer;
  readonly createdAt: Date;
  /**
   * The time at which the first valid code confirmed the secret; null if it is unconfirmed, in which case signing in does
   * not require a code.
   */
  readonly confirmedAt: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Second factors of users, at most one each (decision 0053). */
export interface SecondFactorRepository {
  /** Returns null if the user has no second factor and has not started to set one up. */
  find(userId: string): Promise<SecondFactor | null>;
  /**
   * Stores an unconfirmed secret in place of any earlier one. Returns false and writes nothing if the user already has a
   * confirmed secret.
   */
  begin(userId: string, factor: { readonly secret: Buffer; readonly at: Date }): Promise<boolean>;
  /**
   * Confirms exactly this secret, and stores the step of the code that confirmed it and the hashes of its recovery codes.
   * This session now counts as having provided a second factor; every other session of the user ends with
   * `second-factor-added`. Returns false and writes nothing if the secret has been confirmed or replaced in the meantime.
   */
  confirm(userId: string, proof: SecondFactorProof): Promise<boolean>;
  /**
   * Accepts the code of a step only once. Returns false if the code of this step or a later one was already accepted,
   * even by a concurrent call. `given.secret` is the secret that the code was checked against.
   */
  takeStep(
    userId: string,
    factor: { readonly secret: Buffer; readonly step: number },
  ): Promise<boolean>;
  /**
   * Uses up a recovery code at `note.at` and writes the audit entry. Returns false and writes nothing if there is no such
   * code or it was already used, even by a concurrent call.
   */
  takeRecoveryCode(
    userId: string,
    code: { readonly hash: Buffer; readonly note: AuditNote },
  ): Promise<boolean>;
  /** Stores new recovery codes in place of all earlier ones. Returns false if there is no confirmed second factor. */
  replaceRecoveryCodes(
    userId: string,
    codes: { readonly hashes: readonly Buffer[]; readonly note: AuditNote },
  ): Promise<boolean>;
  /**
   * Removes the second factor, confirmed or not, and its recovery codes. Returns false if there was no confirmed second
   * factor to remove.
   */
  remove(userId: string, note: AuditNote): Promise<boolean>;
}

/** The data that confirms a second factor. */
export interface SecondFactorProof {
  readonly secret: Buffer;
  readonly step: number;
  readonly recoveryCodeHashes: readonly Buffer[];
  readonly sessionId: string;
  readonly at: Date;
  readonly note: AuditNote;
}

/** Time-based codes from authenticator apps: TOTP, RFC 6238. */
export interface OneTimeCodes {
  /** Generates a new secret, in letters that users can type into an app. */
  newSecret(): string;
  /** Returns the URI that an app reads from a QR code. */
  setUpAddress(secret: string, account: string): string;
  /** Returns the 30-second step of this code (current, previous or next); null if it matches none of them. */
  stepOf(secret: string, code: string, at: Date): number | null;
}

/**
 * An account at an identity provider. The provider never assigns the same pair of issuer and subject to a different
 * person.
 */
export interface ExternalIdentity {
  readonly issuer: string;
  readonly subject: string;
}

/** The links between accounts at identity providers and our accounts (decision 0054). */
export interface ExternalIdentities {
  /** Returns null if this identity is not linked to a user. */
  findUser(identity: ExternalIdentity): Promise<User | null>;
  /**
   * Links the identity to the active account with this email key that has an open invitation and no password yet, and uses up
   * the invitation. Only one of several concurrent calls succeeds. The subject of the audit entry is that account.
   * Returns null and writes nothing if there is no such account.
   * @param owner.emailKey `vouchedEmailKey` of an email that the provider has verified
   */
  link(
    identity: ExternalIdentity,
    owner: { readonly emailKey: string; readonly note: Omit<AuditNote, "subject"> },
  ): Promise<User | null>;
}

/** An API key as stored; the key itself is not stored anywhere. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  /** CIDR blocks from which the key can be used; if empty, it can be used from anywhere. */
  readonly allowedNetworks: readonly string[];
}

/** An API key as shown in lists. */
export interface ListedApiKey extends ApiKey {
  /** The first characters of the key, so that people can tell keys apart. */
  readonly prefix: string;
  readonly createdAt: Date;
  /**
   * The time of the last call with this key, even if it was rejected, to the minute; null if the key has never been used.
   */
  readonly lastUsedAt: Date | null;
  /** The id of the key that this one replaces; null if there is none. */
  readonly rotatedFromId: string | null;
}

/** The data needed to store an API key. */
export interface NewApiKey
  extends Omit<ListedApiKey, "revokedAt" | "lastUsedAt" | "rotatedFromId"> {
  /** SHA-256 of the key. */
  readonly hash: Buffer;
}

/** A replacement key, which takes its name, scopes and networks from the key that it replaces. */
type ReplacingApiKey = Omit<NewApiKey, "name" | "scopes" | "allowedNetworks">;

/** An audit note about a key; the repository adds the key's id. */
export type ApiKeyNote = Omit<AuditNote, "subject">;

/** API keys, found by the SHA-256 of the key. Every change writes its audit note in the same statement. */
export interface ApiKeyRepository {
  /** Finds the key, including revoked and expired ones, and records its use (to the minute) in the same statement. */
  findAndTouch(hash: Buffer, at: Date): Promise<ApiKey | null>;
  /**
   * Stores the key. An existing key with the same hash gets the given name, scopes, expiry and networks and is no longer
   * revoked. If that changes nothing, neither the key nor the note is written.
   */
  upsert(key: NewApiKey, note: ApiKeyNote): Promise<void>;
  /**
   * Atomically stores a replacement key and makes the key that it replaces expire at `until` at the latest.
   * @returns the new key; null if there is no such key, if it is revoked or expired, or if an active key already replaces
   * it
   */
  rotate(
    id: string,
    replacing: { readonly key: ReplacingApiKey; readonly until: Date },
    note: ApiKeyNote,
  ): Promise<ListedApiKey | null>;
  /** Revokes every key with this name except the one with this hash; revokes all of them if the hash is null. */
  revokeNamed(name: string, exceptHash: Buffer | null, note: ApiKeyNote): Promise<void>;
  /** Counts the keys, including revoked and expired ones. */
  count(options?: { exceptName: string }): Promise<number>;
  /** Lists all keys, including revoked and expired ones, oldest first. */
  list(): Promise<readonly ListedApiKey[]>;
  /**
   * Revokes the key at the time in the note; a key that is already revoked keeps its original revocation time. Returns
   * whether the key exists.
   */
  revoke(id: string, note: ApiKeyNote): Promise<boolean>;
}
