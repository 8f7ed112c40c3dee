import { DomainError } from "@/lib/kernel/rules/errors";
import type { User, UserRepository } from "../../ports/users";

/** A signed-in user's own account, including its password hash. */
export type OwnAccount = User & { readonly passwordHash: string | null };

/**
 * Finds the account of a signed-in user, for actions that require the password.
 * @throws DomainError `sign-in-required` if the account no longer exists or was deactivated in the meantime
 */
export async function findOwnAccount(
  { users }: { readonly users: UserRepository },
  userId: string,
): Promise<OwnAccount> {
  const user = await users.find(userId);
  const account = user && (await users.findForSignIn(user.email));
  if (account && !account.deactivatedAt) return account;
  throw sessionEnded();
}

/** Creates the error for a session that ended in the meantime. */
export const sessionEnded = () =>
  new DomainError("sign-in-required", "This session has ended. Sign in again.");
