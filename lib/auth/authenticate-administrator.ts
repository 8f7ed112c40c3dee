/** Who is signed in. */
export interface Administrator {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Documents from before it are not new to them. */
  readonly since: Date;
}

/**
 * Turns the cookies of a request into the administrator whose session it is, by the database at each call: a new password
 * and a deactivation count at once.
 * @throws DomainError `sign-in-required`, `database-unavailable`
 */
export type AuthenticateAdministrator = (headers: Headers) => Promise<Administrator>;
