import { DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordHasher, SignInThrottle, User, UserRepository } from "../ports/users";

/** What asking a signed-in person for password and code needs. */
export interface ProofPorts {
  readonly users: UserRepository;
  readonly passwordHasher: PasswordHasher;
  readonly signInThrottle: SignInThrottle;
}

/**
 * Asks a signed-in person for their password and then for a code, so that an unattended browser is not an account. Wrong ones count
 * together, with the tries of `changePassword`, and only both right ones end the count.
 * @param given.takeCode whether the code is right; it is used up by that. It is asked only after the right password
 * @throws DomainError `sign-in-refused` at `#/currentPassword` or `#/code`, `rate-limited`, `sign-in-required`; whatever `takeCode` throws
 */
export async function proveOneself(
  ports: ProofPorts,
  given: {
    readonly userId: string;
    readonly currentPassword: string;
    readonly takeCode: (user: User) => Promise<boolean>;
  },
): Promise<void> {
  const user = await ports.users.find(given.userId);
  const account = user && (await ports.users.findForSignIn(user.email));
  if (!account || account.deactivatedAt) {
    throw new DomainError("sign-in-required", "This session has ended. Sign in again.");
  }
  const source = { email: account.email, address: null, knownAs: "session" };
  await ports.passwordHasher.inTurn("known", async () => {
    const retryAfterSeconds = await ports.signInThrottle.countTry(source);
    if (retryAfterSeconds !== null) throw tooManyTries(retryAfterSeconds);
    if (!(await ports.passwordHasher.verify(given.currentPassword, account.passwordHash))) {
      throw refused("#/currentPassword", "is not your password", "The password is incorrect.");
    }
    if (!(await given.takeCode(account))) throw refused("#/code", "is wrong", WRONG_CODE);
    await ports.signInThrottle.forgive(source);
  });
}

const WRONG_CODE =
  "This code is incorrect or was used before. Enter the next code that your app shows.";

const refused = (pointer: string, detail: string, sentence: string) =>
  new DomainError("sign-in-refused", sentence, { errors: [{ pointer, detail }] });

const tooManyTries = (retryAfterSeconds: number) =>
  new DomainError("rate-limited", `Too many wrong attempts. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
