import { type Author, authorOf, COMMAND_AUTHOR, type Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { User, UserChangeOutcome, UserRepository } from "../../ports/users";
import { findAccount } from "./find-account";

/** Somebody who manages accounts: a signed-in administrator, or an operator who uses a command. */
export type UserManager = Person | "command";

/** An account, identified by the id that a page sends or by the email that an operator types. */
export type UserRef = { readonly userId: string } | { readonly email: string };

/** Returns the author under which the audit log records a manager's changes. */
export const authorOfManager = (manager: UserManager): Author =>
  manager === "command" ? COMMAND_AUTHOR : authorOf(manager);

/**
 * Finds the user that a manager refers to.
 * @throws DomainError `user-not-found` for an unknown id; `validation-failed` at `#/email` for an unknown email
 */
export async function findManaged(ports: { users: UserRepository }, ref: UserRef): Promise<User> {
  if ("email" in ref) return findAccount(ports, ref);
  const user = await ports.users.find(ref.userId);
  if (user) return user;
  throw noSuchAccount();
}

/**
 * Rejects an action that would lock out the manager's own account; somebody else has to do it.
 * @throws DomainError `own-account`
 */
export function assertNotOwn(manager: UserManager, user: User, what: string): void {
  if (manager === "command" || manager.id !== user.id) return;
  throw new DomainError(
    "own-account",
    `You cannot ${what} your own account. Ask another administrator to do it.`,
  );
}

/**
 * Returns the user after a change, whether or not anything had to be written.
 * @throws DomainError `last-administrator`, `user-not-found`
 */
export function userAfter(outcome: UserChangeOutcome): User {
  if (outcome.kind === "changed" || outcome.kind === "unchanged") return outcome.user;
  if (outcome.kind === "no-such-user") throw noSuchAccount();
  throw new DomainError(
    "last-administrator",
    "This is the last active administrator who can sign in here. Make another user with a password an administrator first.",
  );
}

const noSuchAccount = () =>
  new DomainError("user-not-found", "This user does not exist. Reload the list of users.");
