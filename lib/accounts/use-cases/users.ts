import type { Clock } from "@/lib/kernel/ports";
import {
  type Author,
  authorOf,
  COMMAND_AUTHOR,
  type Person,
  type Role,
} from "@/lib/kernel/rules/actor";
import { assertInput, DomainError, invalidInput } from "@/lib/kernel/rules/errors";
import type { User, UserChangeOutcome, UserDirectory, UserRepository } from "../ports";
import { emailProblem, normaliseEmail } from "../rules/email";
import { userNameProblem } from "../rules/user-name";

/** Lists the users whose name or email contains the text, in the requested order, with the total number of matches. */
export function listUsers(
  { userDirectory }: { readonly userDirectory: UserDirectory },
  query: Parameters<UserDirectory["list"]>[0],
): ReturnType<UserDirectory["list"]> {
  return userDirectory.list(query);
}

/**
 * Finds the user with that email, deactivated or not. For operators, who may know which users exist.
 * @throws DomainError `validation-failed` at `#/email` if no user has it
 */
export async function findAccount(
  { users }: { users: UserRepository },
  input: { email: string },
): Promise<User> {
  const email = normaliseEmail(input.email);
  const detail = emailProblem(email);
  if (detail !== null) throw invalidInput([{ pointer: "#/email", detail }]);
  const found = await users.findForSignIn(email);
  if (!found) throw noSuchUser();
  const { passwordHash: _, ...user } = found;
  return user;
}

/** Creates the error for an email that no user has. */
export const noSuchUser = () =>
  invalidInput([{ pointer: "#/email", detail: "does not belong to a user" }]);

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

/**
 * Changes a user's role, which ends all their sessions. Users cannot change their own role, and the last active
 * administrator cannot be demoted unless an operator forces it. Idempotent.
 * @throws DomainError `own-account`, `last-administrator`, `user-not-found`; `validation-failed` at `#/email`
 */
export async function changeUserRole(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  options: {
    readonly role: Role;
    readonly manager: UserManager;
    readonly isForced?: boolean | undefined;
  },
): Promise<User> {
  const { role, manager, isForced = false } = options;
  const user = await findManaged(ports, ref);
  if (user.role !== role) assertNotOwn(manager, user, "change the role of");
  const author = authorOfManager(manager);
  const note = {
    at: ports.clock.now(),
    author,
    action: "user-role-changed" as const,
    subject: `user:${user.id}` as const,
  };
  const change = { kind: "role", role } as const;
  return userAfter(await ports.users.change(user.id, change, { note, mayBeLast: isForced }));
}

/**
 * Changes a user's name. Idempotent.
 * @throws DomainError `validation-failed` at `#/name` or `#/email`, `user-not-found`
 */
export async function renameUser(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  options: { readonly name: string; readonly manager: UserManager },
): Promise<User> {
  const name = options.name.trim();
  assertInput({ "#/name": userNameProblem(name) });
  const user = await findManaged(ports, ref);
  const author = authorOfManager(options.manager);
  const note = {
    at: ports.clock.now(),
    author,
    action: "user-renamed" as const,
    subject: `user:${user.id}` as const,
  };
  return userAfter(
    await ports.users.change(user.id, { kind: "name", name }, { note, mayBeLast: true }),
  );
}

/**
 * Ends all sessions of a user, revokes their links and blocks sign-in until the user is reactivated. Users cannot
 * deactivate themselves, and the last active administrator cannot be deactivated unless an operator forces it.
 * Idempotent.
 * @returns the user, and how many users can still sign in
 * @throws DomainError `own-account`, `last-administrator`, `user-not-found`; `validation-failed` at `#/email`
 */
export async function deactivateUser(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  options: { readonly manager: UserManager; readonly isForced?: boolean | undefined },
): Promise<{ user: User; activeUserCount: number }> {
  const { manager, isForced = false } = options;
  const found = await findManaged(ports, ref);
  assertNotOwn(manager, found, "deactivate");
  const author = authorOfManager(manager);
  const note = {
    at: ports.clock.now(),
    author,
    action: "user-deactivated" as const,
    subject: `user:${found.id}` as const,
  };
  const change = { kind: "deactivation" } as const;
  const user = userAfter(await ports.users.change(found.id, change, { note, mayBeLast: isForced }));
  return { user, activeUserCount: await ports.users.countActive() };
}

/**
 * Lets a deactivated user sign in again with their previous password. Idempotent.
 * @throws DomainError `user-not-found`; `validation-failed` at `#/email`
 */
export async function reactivateUser(
  ports: { users: UserRepository; clock: Clock },
  ref: UserRef,
  options: { readonly manager: UserManager },
): Promise<User> {
  const user = await findManaged(ports, ref);
  const author = authorOfManager(options.manager);
  const note = {
    at: ports.clock.now(),
    author,
    action: "user-reactivated" as const,
    subject: `user:${user.id}` as const,
  };
  return userAfter(
    await ports.users.change(user.id, { kind: "reactivation" }, { note, mayBeLast: true }),
  );
}

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
function userAfter(outcome: UserChangeOutcome): User {
  if (outcome.kind === "changed" || outcome.kind === "unchanged") return outcome.user;
  if (outcome.kind === "no-such-user") throw noSuchAccount();
  throw new DomainError(
    "last-administrator",
    "This is the last active administrator who can sign in here. Make another user with a password an administrator first.",
  );
}

const noSuchAccount = () =>
  new DomainError("user-not-found", "This user does not exist. Reload the list of users.");
