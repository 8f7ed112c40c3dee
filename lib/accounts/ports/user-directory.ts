import type { PasswordLinkKind } from "../rules/password-link";
import type { UserOrder } from "../rules/user-order";
import type { User } from "./users";

/** A user in the list. */
export interface ListedUser extends User {
  /** false: no password opens the account yet. */
  readonly hasPassword: boolean;
  /** Whether signing in by password asks for a code. */
  readonly hasSecondFactor: boolean;
  /**
   * The newest link that was neither used nor revoked; it may have expired. null if there is none.
   */
  readonly link: { readonly kind: PasswordLinkKind; readonly expiresAt: Date } | null;
}

/** Everybody with an account, for administrators. */
export interface UserDirectory {
  /**
   * @param asked.text part of the name or email in any case; empty: everybody
   * @returns as many as the limit allows, and how many there are in all
   */
  list(asked: {
    readonly text: string;
    readonly order: UserOrder;
    readonly limit: number;
  }): Promise<{ readonly users: readonly ListedUser[]; readonly total: number }>;
  find(id: string): Promise<ListedUser | null>;
}
