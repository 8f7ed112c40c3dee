import type { Role } from "@/lib/kernel/rules/roles";

/** Who is signed in. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Documents from before it are not new to them. */
  readonly since: Date;
  /** The session that the call belongs to. */
  readonly sessionId: string;
  /** Whether they must have a second factor and this session has shown none: they may do nothing but set it up and sign out. */
  readonly lacksSecondFactor: boolean;
}

/** What somebody may do before their second factor is there. */
export interface AuthenticationOptions {
  /** true: only for setting up the second factor itself. */
  readonly mayLackSecondFactor?: boolean;
}

/**
 * Turns the cookies of a request into the person whose session it is, by the database at each call: whatever ends a session
 * counts at once, and so does another role.
 * @throws DomainError `sign-in-required`, `second-factor-required`, `database-unavailable`
 */
export type AuthenticateUser = (
  headers: Headers,
  options?: AuthenticationOptions,
) => Promise<SignedInUser>;
