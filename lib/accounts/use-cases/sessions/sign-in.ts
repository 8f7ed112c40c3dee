import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import type { PasswordHasher, SignInThrottle, User, UserRepository } from "../../ports/users";
import { emailProblem, normaliseEmail } from "../../rules/email";
import { type SecondFactorPorts, takeSecondFactor } from "../second-factor/take-second-factor";

/** The outcome of a sign-in attempt; `refused` does not reveal why. */
export type SignInOutcome =
  | {
      readonly kind: "signed-in";
      readonly user: User;
      /** When a code was provided; null if the account has no second factor. */
      readonly secondFactorAt: Date | null;
      /** The kind of code that was provided; null if the account has no second factor. */
      readonly secondFactor: "code" | "recovery-code" | null;
    }
  /** The password is correct, but a code is also required; nobody is signed in yet. */
  | { readonly kind: "code-needed" | "code-refused" }
  | { readonly kind: "refused" }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number };

type SignInInput = {
  email: string;
  password: string;
  /** A code from the authenticator app, or a recovery code; empty or absent if none has been entered. */
  code?: string;
  address: string | null;
  knownAs: string | null;
  call?: Pick<Person, "requestId" | "address">;
};

type SignInPorts = {
  users: UserRepository;
  passwordHasher: PasswordHasher;
  signInThrottle: SignInThrottle;
} & SecondFactorPorts;

/**
 * Checks the email and password of a sign-in; `startSession` does the rest. Attempts are counted before the password is
 * checked. An account that does not exist or is deactivated takes the same work and gets the same result as a wrong
 * password, so the result does not reveal who has an account (decision 0027). A user with a second factor is asked for a
 * code after the correct password; wrong codes count like wrong passwords (decision 0053).
 * @param input.address where the attempt comes from, in the form of `ClientAddress.key`; null if unknown
 * @param input.knownAs the id of a browser that has signed in to this account before; null if it has not
 * @param input.call the call that signs in, for the audit entry about a recovery code
 * @throws DomainError `database-unavailable`; `rate-limited` while too many passwords are being checked, in which case
 * nothing was counted
 */
export async function signIn(ports: SignInPorts, input: SignInInput): Promise<SignInOutcome> {
  // An attempt waits for its turn before it is counted, so that a flood of attempts cannot write more rows than there are
  // password checks.
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
  const { passwordHash: _, ...user } = found;
  const shown = await showSecondFactor(ports, user, input);
  // A correct password alone does not reset the count, because somebody who knows the password could then guess codes
  // without limit.
  if (shown.kind === "signed-in") await ports.signInThrottle.forgive(source);
  return shown;
}

/** Checks the second factor, after the correct password. */
async function showSecondFactor(
  ports: SignInPorts,
  user: User,
  { code: typed = "", call }: Pick<SignInInput, "code" | "call">,
): Promise<SignInOutcome> {
  const factor = await ports.secondFactors.find(user.id);
  const signedIn = { kind: "signed-in", user } as const;
  if (!factor?.confirmedAt) return { ...signedIn, secondFactorAt: null, secondFactor: null };
  if (typed.trim() === "") return { kind: "code-needed" };
  const author = authorOf({ ...call, kind: user.role, id: user.id, sessionId: null });
  const taken = await takeSecondFactor(ports, { userId: user.id, factor, typed, author });
  if (taken === null) return { kind: "code-refused" };
  return { ...signedIn, secondFactorAt: ports.clock.now(), secondFactor: taken };
}

/** Text that is not an email cannot match, and PostgreSQL cannot even store some of it. */
async function findWhoMaySignIn({ users }: { users: UserRepository }, email: string) {
  const found = emailProblem(email) === null ? await users.findForSignIn(email) : null;
  return found?.deactivatedAt ? null : found;
}
