import { DomainError } from "@/lib/kernel/rules/errors";
import type { User, UserRepository } from "../ports/users";

/** A signed-in person's own account, with the hash of its password. */
export type OwnAccount = User & { readonly passwordHash: string | null };

/**
 * Finds the account of a signed-in person, for what asks them for their password.
 * @throws DomainError `sign-in-required` when it is gone or deactivated in the meantime
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

/** The one way to say that a session ended while something was asked in it. */
export const sessionEnded = () =>
  new DomainError("sign-in-required", "This session has ended. Sign in again.");
