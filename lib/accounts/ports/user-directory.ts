import type { PasswordLinkKind } from "../rules/password-link";
import type { UserOrder } from "../rules/user-order";
import type { User } from "./users";

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
   * @param asked.text part of the name or email, in upper or lower case; empty for all users
   * @returns at most `limit` users, and the total number of matches
   */
  list(asked: {
    readonly text: string;
    readonly order: UserOrder;
    readonly limit: number;
  }): Promise<{ readonly users: readonly ListedUser[]; readonly total: number }>;
  find(id: string): Promise<ListedUser | null>;
}
