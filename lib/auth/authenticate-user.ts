import type { Role } from "@/lib/kernel/rules/roles";

/** Who is signed in. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** Documents from before it are not new to them. */
  readonly since: Date;
}

/**
 * Turns the cookies of a request into the person whose session it is, by the database at each call: a new password, another role
 * and a deactivation count at once.
 * @throws DomainError `sign-in-required`, `database-unavailable`
 */
export type AuthenticateUser = (headers: Headers) => Promise<SignedInUser>;
