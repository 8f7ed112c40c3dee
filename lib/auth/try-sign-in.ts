import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { PasswordHasher, SignInThrottle, UserRepository } from "@/lib/accounts/ports/users";
import { normaliseEmail } from "@/lib/accounts/rules/email";
import { type SignInOutcome, signIn } from "@/lib/accounts/use-cases/sign-in";
import type { Clock } from "@/lib/kernel/ports/system";
import { DomainError } from "@/lib/kernel/rules/errors";
import { knownBrowserId } from "./known-browser";
import type { SessionSettings } from "./session-settings";

/** What a try to sign in needs of the application. */
export interface SignInContext {
  readonly ports: {
    users: UserRepository;
    passwordHasher: PasswordHasher;
    signInThrottle: SignInThrottle;
    clock: Clock;
  };
  readonly session: SessionSettings;
  readonly logger: Logger;
}

/** One try, as it was sent. */
export interface SignInAttempt {
  readonly requestId: string;
  /** Where it comes from: as people read it, and as tries are counted. */
  readonly address: { readonly text: string; readonly key: string | null };
  /** What says which accounts this browser has signed in to before; undefined: nothing. */
  readonly browserCookie: string | undefined;
  readonly email: string;
  readonly password: string;
}

/**
 * Tries to sign in, and logs how that ended and from where: which account it was for by a mark only, for people type their
 * password where the email belongs now and then.
 * @throws DomainError `database-unavailable`
 */
export async function trySignIn(
  { ports, session, logger }: SignInContext,
  { requestId, address, browserCookie, email: typed, password }: SignInAttempt,
): Promise<SignInOutcome> {
  const email = normaliseEmail(typed);
  const knownAs = knownBrowserId(ports, session, { cookie: browserCookie, email });
  const source = { email, password, address: address.key, knownAs };
  const outcome = await signIn(ports, source).catch(asThrottled);
  const who =
    outcome.kind === "signed-in"
      ? { userId: outcome.user.id }
      : { account: accountMark(email, session) };
  const line = { requestId, outcome: outcome.kind, address: address.text, ...who };
  if (outcome.kind === "signed-in") logger.info(line, "somebody signed in");
  else logger.warn(line, "somebody could not sign in");
  return outcome;
}

/** Too many passwords are checked at once: for whoever tries, that is one more reason to come again later. */
function asThrottled(error: unknown): SignInOutcome {
  if (!(error instanceof DomainError) || error.code !== "rate-limited") throw error;
  return { kind: "throttled", retryAfterSeconds: error.retryAfterSeconds ?? 1 };
}

/** The same for every try at one account; without the secret nobody can find out which, by guessing neither. */
const accountMark = (email: string, { secret }: SessionSettings) =>
  createHmac("sha256", secret)
    .update(`stagedoor accounts in the log, 1\n${email}`)
    .digest("base64url")
    .slice(0, 12);
