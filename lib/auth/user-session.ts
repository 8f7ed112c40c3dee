import { decode } from "next-auth/jwt";
import type { SessionRepository } from "@/lib/accounts/access-ports";
import { needsSecondFactor, type SecondFactorPolicy } from "@/lib/accounts/rules/second-factor";
import type { SessionEnd } from "@/lib/accounts/rules/session";
import type { Clock } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { AuthenticateUser } from "./authenticate-user";
import { cookieNames, readClaims, readCookies, type SessionSettings } from "./session-settings";

/** The parts needed to check a session. */
export interface UserSessionParts {
  readonly ports: {
    readonly sessions: SessionRepository;
    readonly clock: Clock;
    readonly secondFactorPolicy: SecondFactorPolicy;
  };
  readonly session: SessionSettings;
  /** Returns the client's address as text; null if it is unknown. */
  readonly addressOf: (headers: Pick<Headers, "get">) => string | null;
}

/** The messages for users whose session has ended. */
const OVER: Record<SessionEnd | "expired", string> = {
  "signed-out": "You signed out of this session. Sign in again.",
  ended: "This session was ended from another device. Sign in again.",
  "password-changed": "Your password was changed, which ended this session. Sign in again.",
  "role-changed": "Your role was changed, which ended this session. Sign in again.",
  "second-factor-added":
    "You added a second factor, which ended this session. Sign in again with a code.",
  deactivated: "Your account was deactivated. Ask an administrator.",
  expired: "This session has ended. Sign in again.",
};

/** Creates the check of a session cookie. It runs one statement per call and caches nothing. */
export function createUserAuthenticator({
  ports: { sessions, clock, secondFactorPolicy },
  session: settings,
  addressOf,
}: UserSessionParts): AuthenticateUser {
  return async (headers, { mayLackSecondFactor = false } = {}) => {
    const token = await readToken(headers, settings);
    if (!token) throw signInRequired("Sign in first.");
    const claims = readClaims(token);
    if (!claims) throw signInRequired("An update of Stagedoor ended this session. Sign in again.");
    const seen = { at: clock.now(), address: addressOf(headers) };
    const found = await sessions.findAndTouch({ id: claims.sid, userId: claims.sub }, seen);
    if (found?.kind !== "open") throw signInRequired(OVER[found?.because ?? "expired"]);
    const { id, email, name, role, createdAt } = found.user;
    const { id: sessionId, method, secondFactorAt } = found.session;
    // With single sign-on, the provider is responsible for second factors (decision 0053).
    const lacksSecondFactor =
      method === "password" &&
      secondFactorAt === null &&
      needsSecondFactor(secondFactorPolicy, role);
    if (lacksSecondFactor && !mayLackSecondFactor) throw secondFactorRequired();
    return { id, email, name, role, since: createdAt, sessionId, lacksSecondFactor };
  };
}

const secondFactorRequired = () =>
  new DomainError(
    "second-factor-required",
    "Your role needs a second factor. Set it up under /login/second-factor, then continue.",
  );

const signInRequired = (detail: string) => new DomainError("sign-in-required", detail);

/** Returns the contents of the session cookie; null if it is missing, expired or not ours. */
function readToken(
  headers: Pick<Headers, "get">,
  settings: SessionSettings,
): Promise<Record<string, unknown> | null> {
  const token = readSessionCookie(headers, cookieNames(settings).session);
  return decode({ token, secret: settings.secret }).catch(() => null);
}

/** next-auth splits values that are too long for one cookie into `name.0`, `name.1` and so on. */
function readSessionCookie(headers: Pick<Headers, "get">, name: string): string {
  const cookies = readCookies(headers);
  const whole = cookies.get(name);
  if (whole !== undefined) return whole;
  const pieces: string[] = [];
  for (;;) {
    const piece = cookies.get(`${name}.${pieces.length}`);
    if (piece === undefined) return pieces.join("");
    pieces.push(piece);
  }
}
