import { DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordHasher, SignInThrottle, User, UserRepository } from "../../ports/users";
import { provePassword } from "../passwords/prove-password";
import { findOwnAccount, type OwnAccount } from "../users/find-own-account";

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
 * @param given.takeCode returns whether the code is correct and uses it up; called only after the correct password
 * @throws DomainError `sign-in-refused` at `#/currentPassword` or `#/code`, `rate-limited`, `sign-in-required`; also any
 * error from `takeCode`
 */
export async function proveOneself(
  ports: ProofPorts,
  given: {
    readonly userId: string;
    readonly currentPassword: string;
    readonly takeCode: (user: User) => Promise<boolean>;
  },
): Promise<void> {
  const account = await findOwnAccount(ports, given.userId);
  await ports.passwordHasher.inTurn("known", async () => {
    await provePassword(ports, account, given.currentPassword);
    await proveCode(ports, account, given.takeCode);
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
