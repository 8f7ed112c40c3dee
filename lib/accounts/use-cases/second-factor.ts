import { createHash } from "node:crypto";
import type { Clock, SecretBox } from "@/lib/kernel/ports";
import { type Author, authorOf, type Person } from "@/lib/kernel/rules/actor";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { OneTimeCodes, SecondFactor, SecondFactorRepository } from "../access-ports";
import type { PasswordHasher, SignInThrottle, User, UserRepository } from "../ports";
import { readCode, readRecoveryCode } from "../rules/second-factor";
import { provePassword } from "./passwords";
import {
  assertNotOwn,
  authorOfManager,
  findManaged,
  findOwnAccount,
  type OwnAccount,
  type UserManager,
  type UserRef,
} from "./users";

/** The ports needed to check a typed code. */
export interface SecondFactorPorts {
  readonly secondFactors: SecondFactorRepository;
  readonly oneTimeCodes: OneTimeCodes;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

/**
 * Uses up a code from the authenticator app or a recovery code. Each code works only once, even for concurrent requests.
 * The use of a recovery code is audited. The caller must count the attempt first, because a six-digit code can be guessed
 * quickly.
 * @param factor a confirmed second factor of this user
 * @returns which kind of code it was; null if it was wrong or already used
 */
export async function takeSecondFactor(
  ports: SecondFactorPorts,
  {
    userId,
    factor,
    typed,
    author,
  }: { userId: string; factor: SecondFactor; typed: string; author: Author },
): Promise<"code" | "recovery-code" | null> {
  const at = ports.clock.now();
  const code = readCode(typed);
  if (code !== null) {
    const step = ports.oneTimeCodes.stepOf(ports.secretBox.open(factor.secret), code, at);
    const { secret } = factor;
    if (step === null) return null;
    return (await ports.secondFactors.takeStep(userId, { secret, step })) ? "code" : null;
  }
  const letters = readRecoveryCode(typed);
  if (letters === null) return null;
  const note = { at, author, action: "recovery-code-used", subject: `user:${userId}` } as const;
  const recovery = { hash: hashRecoveryCode(letters), note };
  return (await ports.secondFactors.takeRecoveryCode(userId, recovery)) ? "recovery-code" : null;
}

/**
 * Checks a signed-in user's password and a code from their second factor.
 * @throws DomainError `second-factor-changed` if they have no second factor; also any error from `proveOneself`
 */
export async function assertSecondFactor(
  ports: SecondFactorPorts & ProofPorts,
  input: { actor: Person; currentPassword: string; code: string },
): Promise<SecondFactor> {
  const { actor, currentPassword, code: typed } = input;
  const userId = actor.id;
  const author = authorOf(actor);
  const factor = await ports.secondFactors.find(userId);
  if (!factor?.confirmedAt) throw noSecondFactor();
  await proveOneself(ports, {
    userId,
    currentPassword,
    takeCode: async () =>
      (await takeSecondFactor(ports, { userId, factor, typed, author })) !== null,
  });
  return factor;
}

/** Creates the error for a missing second factor. */
export const noSecondFactor = () =>
  new DomainError("second-factor-changed", "There is no second factor. Reload the page.");

/** The ports needed to check a signed-in user's password and code. */
export interface ProofPorts {
  readonly users: UserRepository;
  readonly passwordHasher: PasswordHasher;
  readonly signInThrottle: SignInThrottle;
}

/**
 * Checks a signed-in user's password and then a code, so that an unattended browser does not give access to the account.
 * Wrong passwords are counted together with those of `changePassword`; wrong codes count separately, and only a correct
 * code resets their count (decision 0053).
 * @param input.takeCode returns whether the code is correct and uses it up; called only after the correct password
 * @throws DomainError `sign-in-refused` at `#/currentPassword` or `#/code`, `rate-limited`, `sign-in-required`; also any
 * error from `takeCode`
 */
export async function proveOneself(
  ports: ProofPorts,
  input: {
    readonly userId: string;
    readonly currentPassword: string;
    readonly takeCode: (user: User) => Promise<boolean>;
  },
): Promise<void> {
  const account = await findOwnAccount(ports, input.userId);
  await ports.passwordHasher.inTurn("known", async () => {
    await provePassword(ports, account, input.currentPassword);
    await proveCode(ports, account, input.takeCode);
  });
}

async function proveCode(
  { signInThrottle }: ProofPorts,
  account: OwnAccount,
  takeCode: (user: User) => Promise<boolean>,
): Promise<void> {
  const source = { email: account.email, address: null, knownAs: "session-code" };
  const retryAfterSeconds = await signInThrottle.countTry(source);
  if (retryAfterSeconds !== null) {
    throw new DomainError(
      "rate-limited",
      `Too many wrong codes. Try again in ${retryAfterSeconds} s.`,
      { retryAfterSeconds },
    );
  }
  if (!(await takeCode(account))) {
    const errors = [{ pointer: "#/code", detail: "is wrong" }];
    throw new DomainError("sign-in-refused", WRONG_CODE, { errors });
  }
  await signInThrottle.forgive(source);
}

const WRONG_CODE =
  "This code is incorrect or was already used. Enter the next code that your app shows.";

/**
 * Removes the second factor of a user who has lost the device, with its recovery codes. From then on the password alone
 * is enough; if a second factor is required, the user must set up a new one at the next sign-in. Users cannot remove
 * their own second factor here, because `removeOwnSecondFactor` also checks the password and a code. Audited.
 * @throws DomainError `second-factor-changed` if this user has none; `own-account`, `user-not-found`; `validation-failed`
 * at `#/email`
 */
export async function removeSecondFactor(
  ports: { users: UserRepository; secondFactors: SecondFactorRepository; clock: Clock },
  ref: UserRef,
  { manager }: { readonly manager: UserManager },
): Promise<User> {
  const user = await findManaged(ports, ref);
  assertNotOwn(manager, user, "remove the second factor of");
  const note = {
    at: ports.clock.now(),
    author: authorOfManager(manager),
    subject: `user:${user.id}`,
    action: "second-factor-removed",
  } as const;
  if (!(await ports.secondFactors.remove(user.id, note))) throw noSecondFactor();
  return user;
}

/**
 * Computes the SHA-256 of a recovery code as `readRecoveryCode` returns it. Its 80 bits cannot be guessed, so no slower
 * hash is needed.
 */
export const hashRecoveryCode = (letters: string): Buffer =>
  createHash("sha256").update(`stagedoor recovery code, 1\n${letters}`).digest();
