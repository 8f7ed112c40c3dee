import type { PasswordHasher, SignInThrottle, User, UserRepository } from "../ports/users";
import { emailProblem, normaliseEmail } from "../rules/email";

/** How a try to sign in ended; `refused` does not say why. */
export type SignInOutcome =
  | { readonly kind: "signed-in"; readonly user: User }
  | { readonly kind: "refused" }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number };

type SignInInput = {
  email: string;
  password: string;
  address: string | null;
  knownAs: string | null;
};

type SignInPorts = {
  users: UserRepository;
  passwordHasher: PasswordHasher;
  signInThrottle: SignInThrottle;
};

/**
 * Checks the email and the password of somebody who signs in; `startSession` does the rest. An attempt is counted before its password is looked at. An account that does not exist or is
 * deactivated does the same work and gets the same answer as a wrong password, so nobody learns who has one (decision 0027).
 * @param input.address where the try comes from, as `ClientAddress.key` names it; null: not known
 * @param input.knownAs the id of a browser that has signed in to this account before; null: it has not
 * @throws DomainError `database-unavailable`; `rate-limited` while too many passwords are checked; nothing was counted
 */
export async function signIn(ports: SignInPorts, input: SignInInput): Promise<SignInOutcome> {
  // In turn before it is counted: a flood writes no more rows than passwords can be checked.
  const who = input.knownAs === null ? "stranger" : "known";
  return ports.passwordHasher.inTurn(who, () => signInNow(ports, input));
}

async function signInNow(ports: SignInPorts, input: SignInInput): Promise<SignInOutcome> {
  const { address, knownAs } = input;
  const source = { email: normaliseEmail(input.email), address, knownAs };
  const retryAfterSeconds = await ports.signInThrottle.countTry(source);
  if (retryAfterSeconds !== null) return { kind: "throttled", retryAfterSeconds };
  const found = await findWhoMaySignIn(ports, source.email);
  const isRight = await ports.passwordHasher.verify(input.password, found?.passwordHash ?? null);
  if (!found || !isRight) return { kind: "refused" };
  await ports.signInThrottle.forgive(source);
  const { passwordHash: _, ...user } = found;
  return { kind: "signed-in", user };
}

/** What is no email would be asked for in vain, and some of it the database cannot even read. */
async function findWhoMaySignIn({ users }: { users: UserRepository }, email: string) {
  const found = emailProblem(email) === null ? await users.findForSignIn(email) : null;
  return found?.deactivatedAt ? null : found;
}
