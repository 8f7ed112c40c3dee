import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { SessionRepository } from "@/lib/accounts/access-ports";
import type { PasswordHasher, SignInThrottle, User, UserRepository } from "@/lib/accounts/ports";
import { normaliseEmail } from "@/lib/accounts/rules/email";
import type { SecondFactorPorts } from "@/lib/accounts/use-cases/second-factor";
import { type SignInOutcome, signIn, startSession } from "@/lib/accounts/use-cases/sign-in";
import type { Ids } from "@/lib/kernel/ports";
import { knownBrowserId } from "./known-browser";
import type { SessionSettings } from "./session-settings";

/** The parts of the application that a sign-in needs. */
export interface SignInContext {
  readonly ports: {
    users: UserRepository;
    sessions: SessionRepository;
    passwordHasher: PasswordHasher;
    signInThrottle: SignInThrottle;
    ids: Ids;
  } & SecondFactorPorts;
  readonly session: SessionSettings;
  readonly logger: Logger;
}

/** The outcome of a sign-in; a session has started only if it is `signed-in`. */
export type SignInResult =
  | {
      readonly kind: "signed-in";
      readonly user: User;
      readonly sessionId: string;
      /** The second factor that was used; null if the account has none. */
      readonly secondFactor: "code" | "recovery-code" | null;
    }
  | Exclude<SignInOutcome, { readonly kind: "signed-in" }>;

/** A sign-in attempt as it was sent. */
export interface SignInAttempt {
  readonly requestId: string;
  /** The client's address: as text, as the key for counting attempts, and whether the text is an address. */
  readonly address: {
    readonly text: string;
    readonly key: string | null;
    readonly isKnown: boolean;
  };
  /** The cookie with the accounts to which this browser has signed in before; undefined if there is none. */
  readonly browserCookie: string | undefined;
  /** The User-Agent header; null if there is none. */
  readonly userAgent: string | null;
  readonly email: string;
  readonly password: string;
  /** The code from the authenticator app, or a recovery code; empty if there is none. */
  readonly code: string;
}

/**
 * Checks a sign-in attempt, starts a session if it succeeds, and logs the outcome and the client's address. The account
 * appears only as a keyed hash, because people sometimes type their password into the email field.
 * @throws DomainError `database-unavailable`; `rate-limited` while too many passwords are being checked
 */
export async function trySignIn(
  { ports, session, logger }: SignInContext,
  attempt: SignInAttempt,
): Promise<SignInResult> {
  const { requestId, address, browserCookie, password, code } = attempt;
  const email = normaliseEmail(attempt.email);
  const knownAs = knownBrowserId(ports, session, { cookie: browserCookie, email });
  const call = { requestId, ...(address.isKnown ? { address: address.text } : {}) };
  const source = { email, password, code, address: address.key, knownAs, call };
  const outcome = await withSession(ports, await signIn(ports, source), attempt);
  const who =
    outcome.kind === "signed-in"
      ? { userId: outcome.user.id, secondFactor: outcome.secondFactor }
      : { account: accountMark(email, session) };
  const line = { requestId, outcome: outcome.kind, address: address.text, ...who };
  if (outcome.kind === "signed-in") logger.info(line, "a user signed in");
  else logger.warn(line, "a sign-in failed");
  return outcome;
}

/**
 * Starts the session. If the account changed while its password was being checked, the sign-in is rejected like one that
 * begins after the change.
 */
async function withSession(
  ports: SignInContext["ports"],
  outcome: SignInOutcome,
  { address, userAgent }: SignInAttempt,
): Promise<SignInResult> {
  if (outcome.kind !== "signed-in") return outcome;
  const { user, secondFactorAt, secondFactor } = outcome;
  const sessionId = await startSession(ports, {
    user,
    method: "password",
    secondFactorAt,
    userAgent,
    address: address.isKnown ? address.text : null,
  });
  return sessionId === null
    ? { kind: "refused" }
    : { kind: "signed-in", user, sessionId, secondFactor };
}

/**
 * Returns the same mark for every attempt to sign in to an account. Without the secret, nobody can find the email for a
 * mark, even by guessing.
 */
const accountMark = (email: string, { secret }: SessionSettings) =>
  createHmac("sha256", secret)
    .update(`stagedoor accounts in the log, 1\n${email}`)
    .digest("base64url")
    .slice(0, 12);
