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
}

/**
 * Turns the cookies of a request into the person whose session it is, by the database at each call: whatever ends a session
 * counts at once, and so does another role.
 * @throws DomainError `sign-in-required`, `database-unavailable`
 */
export type AuthenticateUser = (headers: Headers) => Promise<SignedInUser>;
