import { DomainError } from "@/lib/kernel/rules/errors";
import type { PasswordHasher, SignInThrottle } from "../../ports/users";
import type { OwnAccount } from "../users/find-own-account";

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
