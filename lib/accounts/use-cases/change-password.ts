import type { Clock } from "@/lib/kernel/ports/system";
import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import { assertInput } from "@/lib/kernel/rules/assert-input";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordHasher, SignInThrottle, UserRepository } from "../ports/users";
import { normalisePassword, passwordProblem } from "../rules/password";

type ChangePorts = {
  users: UserRepository;
  passwordHasher: PasswordHasher;
  signInThrottle: SignInThrottle;
  clock: Clock;
};

type ChangeInput = {
  actor: Person;
  /** The session in which it is changed, which goes on. */
  sessionId: string;
  currentPassword: string;
  newPassword: string;
};

/**
 * Changes a person's own password, which ends every other session of theirs. The current one is asked for, so that an
 * unattended browser is not an account; wrong ones count, apart from tries to sign in, which strangers can use up.
 * @throws DomainError `sign-in-required` when the session ends meanwhile, `validation-failed` at `#/newPassword`, `sign-in-refused` at
 * `#/currentPassword`, `rate-limited`
 */
export async function changePassword(ports: ChangePorts, input: ChangeInput): Promise<void> {
  const user = await findOwnAccount(ports, input.actor.id);
  assertAcceptable(input);
  // Apart from strangers, whose flood must not keep anybody from changing a password.
  await ports.passwordHasher.inTurn("known", () => changeNow(ports, user, input));
}

async function changeNow(
  ports: ChangePorts,
  user: Awaited<ReturnType<typeof findOwnAccount>>,
  { actor, sessionId, ...input }: ChangeInput,
): Promise<void> {
  const source = { email: user.email, address: null, knownAs: "session" };
  const retryAfterSeconds = await ports.signInThrottle.countTry(source);
  if (retryAfterSeconds !== null) throw tooManyTries(retryAfterSeconds);
  if (!(await ports.passwordHasher.verify(input.currentPassword, user.passwordHash))) {
    const errors = [{ pointer: "#/currentPassword", detail: "is not your password" }];
    throw new DomainError("sign-in-refused", "The current password is incorrect.", { errors });
  }
  // Before the new one is written: what fails after that would be told as if nothing had happened.
  await ports.signInThrottle.forgive(source);
  const passwordHash = await ports.passwordHasher.hash(input.newPassword);
  // Whoever was deactivated or given another password meanwhile stays so.
  const at = ports.clock.now();
  const subject = `user:${user.id}`;
  const note = { at, author: authorOf(actor), action: "password-changed", subject } as const;
  const given = { passwordHash, at, replacing: user.sessionVersion, keeping: sessionId, note };
  if (!(await ports.users.setPassword(user.id, given))) throw sessionEnded();
}

async function findOwnAccount({ users }: { users: UserRepository }, userId: string) {
  const user = await users.find(userId);
  const account = user && (await users.findForSignIn(user.email));
  if (account && !account.deactivatedAt) return account;
  throw sessionEnded();
}

const sessionEnded = () =>
  new DomainError("sign-in-required", "This session has ended. Sign in again.");

function assertAcceptable(input: { currentPassword: string; newPassword: string }): void {
  const isSame = normalisePassword(input.newPassword) === normalisePassword(input.currentPassword);
  assertInput({
    "#/newPassword": isSame ? "must be another one than now" : passwordProblem(input.newPassword),
  });
}

const tooManyTries = (retryAfterSeconds: number) =>
  new DomainError(
    "rate-limited",
    `Too many wrong passwords. Try again in ${retryAfterSeconds} s.`,
    {
      retryAfterSeconds,
    },
  );
