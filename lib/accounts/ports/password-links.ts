import type { AuditNote } from "@/lib/kernel/rules/audit";
import type { PasswordLinkKind } from "../rules/password-link";
import type { NewUser, User } from "./users";

/** A link by which somebody chooses the password of an account, once. Its token is with whoever was given it. */
export interface PasswordLink {
  readonly id: string;
  readonly userId: string;
  readonly kind: PasswordLinkKind;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** null: nobody has used it. */
  readonly usedAt: Date | null;
  /** null: nothing has taken its place. */
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

/** Links by which people choose passwords, found by the SHA-256 of their token. Each change and its audit are one. */
export interface PasswordLinks {
  /** Makes a user without a password, and the link to choose one. null: the email is taken; nothing was written. */
  invite(user: NewUser, link: NewPasswordLink, note: AuditNote): Promise<User | null>;
  /** Makes a link and revokes the user's open ones. false: there is no such user, or they are deactivated; nothing was written. */
  create(userId: string, link: NewPasswordLink, note: AuditNote): Promise<boolean>;
  /** Whatever state it is in; null: there never was one. */
  find(hash: Buffer): Promise<{ readonly link: PasswordLink; readonly user: User } | null>;
  /**
   * Uses a link up: sets the password, ends every session of the user and revokes their other links. Of two at once, one succeeds.
   * null: it is not open at `note.at`, or its user is deactivated; nothing was written.
   */
  use(hash: Buffer, passwordHash: string, note: AuditNote): Promise<User | null>;
}
