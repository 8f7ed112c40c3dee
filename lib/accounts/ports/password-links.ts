import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { PasswordLinkKind } from "../rules/password-link";
import type { NewUser, User } from "./users";

/** A one-time link to choose the password of an account. Only its recipient has the token. */
export interface PasswordLink {
  readonly id: string;
  readonly userId: string;
  readonly kind: PasswordLinkKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** null: nobody has used it. */
  readonly usedAt: Date | null;
  /** null: it has not been replaced. */
  readonly revokedAt: Date | null;
}

/** What is stored of a new link. */
export interface NewPasswordLink
  extends Pick<PasswordLink, "id" | "kind" | "createdAt" | "expiresAt"> {
  /** The SHA-256 of the token. */
  readonly hash: Buffer;
  /** Who made it, as the audit names them. */
  readonly createdBy: string;
}

/** Links to choose passwords, found by the SHA-256 of their token. Each change and its audit entry are atomic. */
export interface PasswordLinks {
  /**
   * Creates a user without a password, and the link to choose one. null: the email is already in use; nothing was
   * written.
   */
  invite(user: NewUser, link: NewPasswordLink, note: AuditNote): Promise<User | null>;
  /**
   * Creates a link and revokes the user's open ones. false: there is no such user, or they are deactivated; nothing was written.
   */
  create(userId: string, link: NewPasswordLink, note: AuditNote): Promise<boolean>;
  /** In any state; null: it never existed. */
  find(hash: Buffer): Promise<{ readonly link: PasswordLink; readonly user: User } | null>;
  /**
   * Uses up a link: sets the password, ends all sessions of the user and revokes their other links. Of two concurrent calls, one
   * succeeds. null: it is not open at `note.at`, or its user is deactivated; nothing was written.
   */
  use(hash: Buffer, passwordHash: string, note: AuditNote): Promise<User | null>;
}
