import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { PasswordHasher, SignInThrottle, UserRepository } from "@/lib/accounts/ports/users";
import { normaliseEmail } from "@/lib/accounts/rules/email";
import { type SignInOutcome, signIn } from "@/lib/accounts/use-cases/sign-in";
import type { Clock } from "@/lib/kernel/ports/system";
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
 * Tries to sign in and logs the outcome and the client's address. The account appears only as a keyed hash, because people
 * sometimes type their password into the email field.
 * @throws DomainError `database-unavailable`; `rate-limited` while too many passwords are checked
 */
export async function trySignIn(
  { ports, session, logger }: SignInContext,
  { requestId, address, browserCookie, email: typed, password }: SignInAttempt,
): Promise<SignInOutcome> {
  const email = normaliseEmail(typed);
  const knownAs = knownBrowserId(ports, session, { cookie: browserCookie, email });
  const source = { email, password, address: address.key, knownAs };
  const outcome = await signIn(ports, source);
  const who =
    outcome.kind === "signed-in"
      ? { userId: outcome.user.id }
      : { account: accountMark(email, session) };
  const line = { requestId, outcome: outcome.kind, address: address.text, ...who };
  if (outcome.kind === "signed-in") logger.info(line, "somebody signed in");
  else logger.warn(line, "somebody could not sign in");
  return outcome;
}

/** The same for every try at one account; without the secret, it cannot be reversed, even by guessing. */
const accountMark = (email: string, { secret }: SessionSettings) =>
  createHmac("sha256", secret)
    .update(`stagedoor accounts in the log, 1\n${email}`)
    .digest("base64url")
    .slice(0, 12);
