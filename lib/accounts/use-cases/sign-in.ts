import { authorOf, type Person } from "@/lib/kernel/rules/actor";
import type { PasswordHasher, SignInThrottle, User, UserRepository } from "../ports/users";
import { emailProblem, normaliseEmail } from "../rules/email";
import { type SecondFactorPorts, takeSecondFactor } from "./take-second-factor";

/** How a try to sign in ended; `refused` does not say why. */
export type SignInOutcome =
  | {
      readonly kind: "signed-in";
      readonly user: User;
      /** When a code was shown; null: this account has no second factor. */
      readonly secondFactorAt: Date | null;
      /** What was shown; null: this account has no second factor. */
      readonly secondFactor: "code" | "recovery-code" | null;
    }
  /** The password is right, and a code is asked for besides; nobody is signed in. */
  | { readonly kind: "code-needed" | "code-refused" }
  | { readonly kind: "refused" }
  | { readonly kind: "throttled"; readonly retryAfterSeconds: number };

type SignInInput = {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code; empty or absent: none yet. */
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
 * Checks the email and the password of somebody who signs in; `startSession` does the rest. An attempt is counted before its
 * password is looked at. An account that does not exist or is deactivated does the same work and gets the same answer as a wrong password,
 * so nobody learns who has one (decision 0027). A person with a second factor is asked for a code after the right password; wrong codes count as
 * wrong passwords do (decision 0053).
 * @param input.address where the try comes from, as `ClientAddress.key` names it; null: not known
 * @param input.knownAs the id of a browser that has signed in to this account before; null: it has not
 * @param input.call by which it came, for the audit of a recovery code
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
  const { passwordHash: _, ...user } = found;
  const shown = await showSecondFactor(ports, user, input);
  // A right password alone forgives nothing: its holder would guess codes as fast as they like.
  if (shown.kind === "signed-in") await ports.signInThrottle.forgive(source);
  return shown;
}

/** After the right password. */
async function showSecondFactor(
  ports: SignInPorts,
  user: User,
  { code: typed = "", call }: Pick<SignInInput, "code" | "call">,
): Promise<SignInOutcome> {
  const factor = await ports.secondFactors.find(user.id);
  const signedIn = { kind: "signed-in", user } as const;
  if (!factor?.confirmedAt) return { ...signedIn, secondFactorAt: null, secondFactor: null };
  if (typed.trim() === "") return { kind: "code-needed" };
  const author = authorOf({ ...call, kind: user.role, id: user.id });
  const taken = await takeSecondFactor(ports, { userId: user.id, factor, typed, author });
  if (taken === null) return { kind: "code-refused" };
  return { ...signedIn, secondFactorAt: ports.clock.now(), secondFactor: taken };
}

/**
 * What is not an email would be asked for in vain, and some of it the database cannot even read.
 */
async function findWhoMaySignIn({ users }: { users: UserRepository }, email: string) {
  const found = emailProblem(email) === null ? await users.findForSignIn(email) : null;
  return found?.deactivatedAt ? null : found;
}
