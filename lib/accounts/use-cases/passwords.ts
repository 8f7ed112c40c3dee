import type { Clock, Ids, Randomness } from "@/lib/kernel/ports";
import { authorOf, COMMAND_AUTHOR, type Person } from "@/lib/kernel/rules/actor";
import { assertInput, DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordLink, PasswordLinks } from "../access-ports";
import type { PasswordHasher, SignInThrottle, User, UserRepository } from "../ports";
import {
  isPasswordLinkToken,
  normalisePassword,
  passwordLinkState,
  passwordProblem,
} from "../rules/password";
import {
  generatePassword,
  hashPasswordLinkToken,
  type MadePasswordLink,
  makePasswordLink,
  type UserPorts,
} from "./new-users";
import {
  assertNotOwn,
  authorOfManager,
  findAccount,
  findManaged,
  findOwnAccount,
  noSuchUser,
  type OwnAccount,
  sessionEnded,
  type UserManager,
  type UserRef,
} from "./users";

type ChangePorts = {
  users: UserRepository;
  passwordHasher: PasswordHasher;
  signInThrottle: SignInThrottle;
  clock: Clock;
};

type ChangeInput = {
  actor: Person;
  /** The session in which the password is changed; it stays open. */
  sessionId: string;
  currentPassword: string;
  newPassword: string;
};

/**
 * Changes a user's own password, which ends all their other sessions. Requires the current password, so that an
 * unattended browser does not give access to the account.
 * @throws DomainError `sign-in-required` if the session ends in the meantime; `validation-failed` at `#/newPassword`;
 * also any error from `provePassword`
 */
export async function changePassword(ports: ChangePorts, input: ChangeInput): Promise<void> {
  const user = await findOwnAccount(ports, input.actor.id);
  assertAcceptable(input);
  // Uses the queue for known users, because a flood of sign-ins by strangers must not prevent password changes.
  await ports.passwordHasher.inTurn("known", () => changeNow(ports, user, input));
}

async function changeNow(
  ports: ChangePorts,
  user: OwnAccount,
  { actor, sessionId, ...input }: ChangeInput,
): Promise<void> {
  // This also resets the count of wrong passwords. If the reset failed after the new password was written, the user would
  // think that nothing had changed.
  await provePassword(ports, user, input.currentPassword);
  const passwordHash = await ports.passwordHasher.hash(input.newPassword);
  // Changes nothing if the user was deactivated or their password was changed in the meantime.
  const at = ports.clock.now();
  const subject = `user:${user.id}`;
  const note = { at, author: authorOf(actor), action: "password-changed", subject } as const;
  const change = { passwordHash, at, replacing: user.sessionVersion, keeping: sessionId, note };
  if (!(await ports.users.setPassword(user.id, change))) throw sessionEnded();
}

function assertAcceptable(input: { currentPassword: string; newPassword: string }): void {
  const isSame = normalisePassword(input.newPassword) === normalisePassword(input.currentPassword);
  assertInput({
    "#/newPassword": isSame
      ? "must be different from the current password"
      : passwordProblem(input.newPassword),
  });
}

/**
 * Creates a link to choose a password: an invitation if the user has no password, otherwise a reset. Earlier links stop
 * working; the password and the sessions remain until the link is used. Only this result contains the token. Users cannot
 * create a link for themselves, because it would bypass the check of their current password.
 * @throws DomainError `own-account`, `user-deactivated`, `user-not-found`; `validation-failed` at `#/email`
 */
export async function createPasswordLink(
  ports: {
    users: UserRepository;
    passwordLinks: PasswordLinks;
    clock: Clock;
    ids: Ids;
    randomness: Randomness;
  },
  ref: UserRef,
  options: { readonly manager: UserManager },
): Promise<{ user: User; link: MadePasswordLink }> {
  const user = await findManaged(ports, ref);
  assertNotOwn(options.manager, user, "create a password link for");
  const hasPassword = Boolean((await ports.users.findForSignIn(user.email))?.passwordHash);
  const author = authorOfManager(options.manager);
  const kind = hasPassword ? "password-reset" : "invitation";
  const { link, stored } = makePasswordLink(ports, { kind, createdBy: author.actor });
  const action = hasPassword ? "password-reset-link-created" : "user-invited";
  const note = { at: stored.createdAt, author, action, subject: `user:${user.id}` } as const;
  if (await ports.passwordLinks.create(user.id, stored, note)) return { user, link };
  throw new DomainError(
    "user-deactivated",
    "This user is deactivated. Reactivate the account first, then create the link.",
  );
}

/**
 * Finds the open link with that token, and its user. Looking a link up does not use it up, so programs that follow links
 * in messages do no harm.
 * @throws DomainError `password-link-not-found`, `password-link-used`, `password-link-expired`, `password-link-revoked`
 */
export async function findPasswordLink(
  ports: { passwordLinks: PasswordLinks; clock: Clock },
  token: string,
): Promise<{ link: PasswordLink; user: User }> {
  const found = isPasswordLinkToken(token)
    ? await ports.passwordLinks.find(hashPasswordLinkToken(token))
    : null;
  if (!found) {
    throw new DomainError(
      "password-link-not-found",
      "This link is incomplete or was never created. Copy the whole link, or ask an administrator for a new one.",
    );
  }
  const state = passwordLinkState(found.link, ports.clock.now());
  if (state === "open" && !found.user.deactivatedAt) return found;
  throw notOpen(state);
}

function notOpen(state: ReturnType<typeof passwordLinkState>): DomainError {
  if (state === "used") {
    return new DomainError(
      "password-link-used",
      "This link was already used. Sign in with the password you chose, or ask an administrator for a new link.",
    );
  }
  if (state === "expired") {
    return new DomainError(
      "password-link-expired",
      "This link has expired: it worked for 48 hours. Ask an administrator for a new one.",
    );
  }
  return new DomainError(
    "password-link-revoked",
    "This link no longer works: a newer one replaced it, or the account was changed. Use the newest link, or ask an administrator for another one.",
  );
}

/**
 * Sets the password of the account that a link is for, uses up the link and ends every session of the account. Only one
 * of several concurrent calls succeeds.
 * @param input.call the request that sets the password, for the audit log
 * @throws DomainError `validation-failed` at `#/newPassword`; `rate-limited` while too many passwords are being hashed;
 * also any error from `findPasswordLink`
 */
export async function setPasswordByLink(
  ports: { passwordLinks: PasswordLinks; passwordHasher: PasswordHasher; clock: Clock },
  input: {
    readonly token: string;
    readonly newPassword: string;
    readonly call: Pick<Person, "requestId" | "address">;
  },
): Promise<User> {
  const { token, newPassword, call } = input;
  // The link is checked before the password, so that no password is hashed without a valid link.
  const { user } = await findPasswordLink(ports, token);
  assertInput({ "#/newPassword": passwordProblem(newPassword) });
  const { passwordHasher } = ports;
  const passwordHash = await passwordHasher.inTurn("stranger", () =>
    passwordHasher.hash(newPassword),
  );
  const note = {
    at: ports.clock.now(),
    author: authorOf({ ...call, kind: user.role, id: user.id, sessionId: null }),
    action: "password-set-by-link",
    subject: `user:${user.id}`,
  } as const;
  const changed = await ports.passwordLinks.use(hashPasswordLinkToken(token), passwordHash, note);
  if (changed) return changed;
  // The link was used or revoked in the meantime; looking it up again throws the matching error.
  await findPasswordLink(ports, token);
  throw new DomainError("too-much-contention", "The link is being used. Try again.");
}

/**
 * Sets a user's password on behalf of an operator. Every session of the user ends, and a deactivated user may sign in
 * again. Only this result contains a generated password.
 * @param input.password null to generate a strong password
 * @throws DomainError `validation-failed` at `#/email` (also if unknown) or `#/password`
 */
export async function resetPassword(
  ports: Omit<UserPorts, "ids">,
  input: { email: string; password: string | null },
): Promise<{ user: User; password: string }> {
  const { id } = await findAccount(ports, input);
  assertInput({ "#/password": input.password === null ? null : passwordProblem(input.password) });
  const password = input.password ?? generatePassword(ports);
  const passwordHash = await ports.passwordHasher.hash(password);
  const at = ports.clock.now();
  const subject = `user:${id}`;
  const note = { at, author: COMMAND_AUTHOR, action: "password-changed", subject } as const;
  const change = { passwordHash, at, replacing: null, keeping: null, note };
  const user = await ports.users.setPassword(id, change);
  if (!user) throw noSuchUser();
  return { user, password };
}

/**
 * Checks a signed-in user's password. Wrong passwords are counted separately from sign-in attempts, which strangers can
 * use up, and from attempts with codes, which a correct password does not reset. Call it within `inTurn`.
 * @throws DomainError `sign-in-refused` at `#/currentPassword`, `rate-limited`
 */
export async function provePassword(
  ports: { readonly passwordHasher: PasswordHasher; readonly signInThrottle: SignInThrottle },
  { email, passwordHash }: OwnAccount,
  currentPassword: string,
): Promise<void> {
  const source = { email, address: null, knownAs: "session" };
  const retryAfterSeconds = await ports.signInThrottle.countTry(source);
  if (retryAfterSeconds !== null) {
    throw new DomainError(
      "rate-limited",
      `Too many wrong passwords. Try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    );
  }
  if (!(await ports.passwordHasher.verify(currentPassword, passwordHash))) {
    const errors = [{ pointer: "#/currentPassword", detail: "is not your password" }];
    throw new DomainError("sign-in-refused", "The current password is incorrect.", { errors });
  }
  await ports.signInThrottle.forgive(source);
}
