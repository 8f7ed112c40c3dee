import type { Clock } from "@/lib/kernel/ports/system";
import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import type { PasswordHasher, SignInThrottle, UserRepository } from "../../ports/users";
import { normalisePassword, passwordProblem } from "../../rules/password";
import { findOwnAccount, type OwnAccount, sessionEnded } from "../users/find-own-account";
import { provePassword } from "./prove-password";

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
  const given = { passwordHash, at, replacing: user.sessionVersion, keeping: sessionId, note };
  if (!(await ports.users.setPassword(user.id, given))) throw sessionEnded();
}

function assertAcceptable(input: { currentPassword: string; newPassword: string }): void {
  const isSame = normalisePassword(input.newPassword) === normalisePassword(input.currentPassword);
  assertInput({
    "#/newPassword": isSame
      ? "must be different from the current password"
      : passwordProblem(input.newPassword),
  });
}
