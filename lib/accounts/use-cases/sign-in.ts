import type { Clock, Ids } from "@/lib/kernel/ports";
import {
  type Author,
  authorOf,
  COMMAND_AUTHOR,
  type Person,
  type Role,
} from "@/lib/kernel/rules/actor";
import type { ExternalIdentities, ExternalIdentity, SessionRepository } from "../access-ports";
import type {
  LiftedThrottle,
  PasswordHasher,
  SignInThrottle,
  User,
  UserRepository,
} from "../ports";
import { emailProblem, normaliseEmail, vouchedEmailKey } from "../rules/email";
import { SESSION_SECONDS, type SignInMethod, USER_AGENT_CHARACTERS_MAX } from "../rules/session";
import { type SecondFactorPorts, takeSecondFactor } from "./second-factor";
import { findAccount } from "./users";

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

/** Why an identity that its provider has authenticated gets no session. */
type SingleSignOnRefusal = "no-role" | "email-not-verified" | "not-invited" | "deactivated";

/** The outcome of a single sign-on. */
type SingleSignOnOutcome =
  | {
      readonly kind: "signed-in";
      readonly user: User;
      readonly sessionId: string;
      /** Whether the claimed role was ignored because there is no other administrator. */
      readonly keptLastAdministrator: boolean;
    }
  | { readonly kind: SingleSignOnRefusal };

/** An identity that a provider has authenticated, and where the sign-in comes from. */
export interface ProviderSignIn {
  readonly identity: ExternalIdentity;
  /** null if the provider sends none. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  /** null if no claim is mapped to a role. */
  readonly role: Role | null;
  readonly address: string | null;
  readonly userAgent: string | null;
}

type ProviderPorts = {
  externalIdentities: ExternalIdentities;
  users: UserRepository;
  sessions: SessionRepository;
  clock: Clock;
  ids: Ids;
};

/** Single sign-on is the author of these changes, because the provider's claims decide them. */
const AUTHOR: Author = { actor: "single-sign-on" };

/**
 * Signs in somebody whom the identity provider has authenticated. The account is the one linked to the identity or, the
 * first time, the one that an administrator invited by the verified email. The claimed role is written each time, which
 * ends other sessions if it changes; the last administrator keeps the role. Somebody without a mapped role is rejected,
 * and all sessions of the account end (decision 0054).
 */
export async function signInByProvider(
  ports: ProviderPorts,
  signIn: ProviderSignIn,
): Promise<SingleSignOnOutcome> {
  if (signIn.role === null) {
    await endSessionsOf(ports, signIn.identity);
    return { kind: "no-role" };
  }
  const linked = await findOrLink(ports, signIn);
  if (typeof linked === "string") return { kind: linked };
  if (linked.deactivatedAt) return { kind: "deactivated" };
  const change = await ports.users.change(
    linked.id,
    { kind: "role", role: signIn.role },
    { mayBeLast: false, note: noteOf(ports, "user-role-changed", linked.id) },
  );
  const user = "user" in change ? change.user : linked;
  const { address, userAgent } = signIn;
  const method = "single-sign-on";
  const start = { user, method, secondFactorAt: null, address, userAgent } as const;
  const sessionId = await startSession(ports, start);
  if (sessionId === null) return { kind: "deactivated" };
  const keptLastAdministrator = change.kind === "last-administrator";
  return { kind: "signed-in", user, sessionId, keptLastAdministrator };
}

/** Also ends sessions by password. Audited if any was open. */
async function endSessionsOf(ports: ProviderPorts, identity: ExternalIdentity): Promise<void> {
  const user = await ports.externalIdentities.findUser(identity);
  if (!user) return;
  const note = noteOf(ports, "sessions-ended", user.id);
  const ending = { at: note.at, because: "role-changed", note } as const;
  await ports.sessions.end(user.id, { allBut: null }, ending);
}

async function findOrLink(
  ports: ProviderPorts,
  { identity, email, isEmailVerified }: ProviderSignIn,
): Promise<User | SingleSignOnRefusal> {
  const known = await ports.externalIdentities.findUser(identity);
  if (known) return known;
  // If users can choose their email at the provider, they could choose somebody else's.
  if (email === null || !isEmailVerified) return "email-not-verified";
  const emailKey = vouchedEmailKey(email);
  if (emailKey === null) return "not-invited";
  const note = { at: ports.clock.now(), author: AUTHOR, action: "identity-linked" } as const;
  const linked = await ports.externalIdentities.link(identity, { emailKey, note });
  // A concurrent sign-in by the same person may have linked the identity in the meantime.
  return linked ?? (await ports.externalIdentities.findUser(identity)) ?? "not-invited";
}

const noteOf = (
  { clock }: ProviderPorts,
  action: "user-role-changed" | "sessions-ended",
  userId: string,
) => ({
  at: clock.now(),
  author: AUTHOR,
  action,
  subject: `user:${userId}`,
});

/** A user who has just proved who they are, how, and from which browser. */
export interface SessionStart {
  /** The user as read when the password or the provider's response was checked. */
  readonly user: Pick<User, "id" | "passwordChangedAt">;
  readonly method: SignInMethod;
  /** When a second factor was provided; null if none was. */
  readonly secondFactorAt: Date | null;
  /** The IP address as text; null if unknown. */
  readonly address: string | null;
  /** The User-Agent header, of any length. */
  readonly userAgent: string | null;
}

/**
 * Starts a session after all checks of a sign-in have passed, and records the sign-in.
 * @returns the session id for the cookie; null if the account was deactivated, or got a new password or a second factor
 * in the meantime, and no session was started
 */
export async function startSession(
  { sessions, ids, clock }: { sessions: SessionRepository; ids: Ids; clock: Clock },
  { user, userAgent, ...start }: SessionStart,
): Promise<string | null> {
  const id = ids.uuid();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_SECONDS * 1000);
  const session = {
    ...start,
    id,
    userId: user.id,
    createdAt,
    expiresAt,
    userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  };
  return (await sessions.start(session, user)) ? id : null;
}

/**
 * Removes sign-in locks for an operator. This also resets the counts of any attackers.
 * @param lifted.email a user's email, in upper or lower case
 * @param lifted.address in the form of `ClientAddress.key`
 * @returns how many counters were rejecting attempts
 * @throws DomainError `validation-failed` at `#/email` if no user has it, `database-unavailable`
 */
export async function unlockSignIn(
  ports: { users: UserRepository; signInThrottle: SignInThrottle; clock: Clock },
  lifted: LiftedThrottle,
): Promise<number> {
  const note = {
    at: ports.clock.now(),
    author: COMMAND_AUTHOR,
    action: "sign-in-unlocked" as const,
  };
  if (!("email" in lifted)) {
    return ports.signInThrottle.lift(lifted, { ...note, subject: "sign-in" });
  }
  const { id, email } = await findAccount(ports, lifted);
  return ports.signInThrottle.lift({ email }, { ...note, subject: `user:${id}` });
}
