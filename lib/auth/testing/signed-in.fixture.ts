import { encode } from "next-auth/jwt";
import type { User, UserRepository } from "@/lib/accounts/ports/users";
import type { Clock, Ids } from "@/lib/kernel/ports/system";
import { COMMAND_AUTHOR } from "@/lib/kernel/rules/actor";
import type { Role } from "@/lib/kernel/rules/roles";
import { cookieNames, SESSION_SECONDS, type SessionSettings } from "../session-settings";
import { sessionClaims } from "../user-session";

/** Somebody with a session. */
export interface SignedIn {
  readonly user: User;
  readonly headers: { readonly cookie: string };
}

/** Makes a user of the test's own, without a password, and a session of theirs. */
export async function aSignedInUser(
  { users, ids, clock }: { users: UserRepository; ids: Ids; clock: Clock },
  session: SessionSettings,
  role: Role = "administrator",
): Promise<SignedIn> {
  const id = ids.uuid();
  const email = `${id}@example.com`;
  const createdAt = clock.now();
  const user = await users.create(
    { ...{ id, email, name: "Test", role, passwordHash: null, createdAt } },
    { at: createdAt, author: COMMAND_AUTHOR, action: "user-created", subject: `user:${id}` },
  );
  if (!user) throw new Error(`the email ${email} is taken`);
  const cookie = `${cookieNames(session).session}=${await sealSession(user, session)}`;
  return { user, headers: { cookie } };
}

/** The value of a session's cookie, as the right password gives it. */
export function sealSession(
  user: Pick<User, "id" | "sessionVersion">,
  { secret }: SessionSettings,
  maxAge = SESSION_SECONDS,
): Promise<string> {
  return encode({ token: sessionClaims(user), secret, maxAge });
}
