import type { Role } from "@/lib/kernel/rules/actor";

/** A signed-in user. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Documents created before this time are not new to this user. */
  readonly since: Date;
  /** The session to which the call belongs. */
  readonly sessionId: string;
  /**
   * Whether the user must have a second factor but started this session without one: they can then only set it up or sign
   * out.
   */
  readonly lacksSecondFactor: boolean;
}

/** What a user may do before they have a second factor. */
export interface AuthenticationOptions {
  /** true only for setting up the second factor itself. */
  readonly mayLackSecondFactor?: boolean;
}

/**
 * Returns the user to whom the session in a request's cookies belongs. It reads the database on each call, so an ended
 * session or a changed role takes effect immediately.
 * @throws DomainError `sign-in-required`, `second-factor-required`, `database-unavailable`
 */
export type AuthenticateUser = (
  headers: Pick<Headers, "get">,
  options?: AuthenticationOptions,
) => Promise<SignedInUser>;
