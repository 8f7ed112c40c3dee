import { decode } from "next-auth/jwt";
import type { User, UserRepository } from "@/lib/accounts/ports/users";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { AuthenticateUser } from "./authenticate-user";
import { readCookies } from "./cookies";
import { cookieNames, type SessionSettings } from "./session-settings";

/** All that a session says; everything else is read from the database each time. */
export interface SessionClaims extends Record<string, unknown> {
  readonly sub: string;
  readonly sessionVersion: number;
}

/** What the session of a user says from now on, until their next password or deactivation. */
export function sessionClaims({
  id,
  sessionVersion,
}: Pick<User, "id" | "sessionVersion">): SessionClaims {
  return { sub: id, sessionVersion };
}

/** Makes the check of a session cookie; nothing is remembered between two calls. */
export function createUserAuthenticator(
  { users }: { users: UserRepository },
  session: SessionSettings,
): AuthenticateUser {
  return async (headers) => {
    const claims = await readClaims(headers, session);
    if (!claims) throw signInRequired("Sign in first.");
    const user = await users.find(claims.sub);
    if (!user || user.deactivatedAt || user.sessionVersion !== claims.sessionVersion) {
      throw signInRequired("This session has ended. Sign in again.");
    }
    const { id, email, name, role, createdAt } = user;
    return { id, email, name, role, since: createdAt };
  };
}

const signInRequired = (detail: string) => new DomainError("sign-in-required", detail);

async function readClaims(
  headers: Headers,
  session: SessionSettings,
): Promise<SessionClaims | null> {
  const token = readSessionCookie(headers, cookieNames(session).session);
  // Whatever is wrong with a token, expired or not ours: it is none.
  const claims = await decode({ token, secret: session.secret }).catch(() => null);
  if (typeof claims?.sub !== "string" || typeof claims.sessionVersion !== "number") return null;
  return { sub: claims.sub, sessionVersion: claims.sessionVersion };
}

/** next-auth cuts what is longer than a cookie into `name.0`, `name.1` and so on. */
function readSessionCookie(headers: Headers, name: string): string {
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
