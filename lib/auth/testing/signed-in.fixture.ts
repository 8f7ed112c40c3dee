import { encode } from "next-auth/jwt";
import type { SessionRepository } from "@/lib/accounts/access-ports";
import type { User, UserRepository } from "@/lib/accounts/ports";
import { SESSION_SECONDS } from "@/lib/accounts/rules/session";
import { startSession } from "@/lib/accounts/use-cases/sign-in";
import type { Clock, Ids } from "@/lib/kernel/ports";
import { COMMAND_AUTHOR, type Role } from "@/lib/kernel/rules/actor";
import { cookieNames, type SessionClaims, type SessionSettings } from "../session-settings";

/** A user with a session. */
export interface SignedIn {
  readonly user: User;
  readonly sessionId: string;
  readonly headers: { readonly cookie: string };
}

type SignedInPorts = {
  users: UserRepository;
  sessions: SessionRepository;
  ids: Ids;
  clock: Clock;
};

/** Creates a user without a password, and a session for them. */
export async function aSignedInUser(
  ports: SignedInPorts,
  session: SessionSettings,
  role: Role = "administrator",
): Promise<SignedIn> {
  const { users, ids, clock } = ports;
  const id = ids.uuid();
  const email = `${id}@example.com`;
  const createdAt = clock.now();
  const user = await users.create(
    { id, email, name: "Test", role, passwordHash: null, createdAt },
    { at: createdAt, author: COMMAND_AUTHOR, action: "user-created", subject: `user:${id}` },
  );
  if (!user) throw new Error(`the email ${email} is taken`);
  return { user, ...(await aSessionOf(ports, user, session)) };
}

/** Starts another session of a user. */
async function aSessionOf(
  ports: SignedInPorts,
  user: User,
  session: SessionSettings,
): Promise<Omit<SignedIn, "user">> {
  const browser = { address: "192.0.2.1", userAgent: "a test" };
  const start = { user, method: "password", secondFactorAt: null, ...browser } as const;
  const sessionId = await startSession(ports, start);
  if (!sessionId) throw new Error(`no session of ${user.email} could start`);
  const value = await sealSession({ sub: user.id, sid: sessionId }, session);
  return { sessionId, headers: { cookie: `${cookieNames(session).session}=${value}` } };
}

/** Returns the cookie value of a session, as a sign-in sets it. */
export function sealSession(
  claims: SessionClaims,
  { secret }: SessionSettings,
  maxAge = SESSION_SECONDS,
): Promise<string> {
  return encode({ token: claims, secret, maxAge });
}
