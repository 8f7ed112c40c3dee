import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { PasswordLinkKind } from "../rules/password-link";
import type { NewUser, User } from "./users";

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
