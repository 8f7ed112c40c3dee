import type { Clock, Ids } from "@/lib/kernel/ports/system";
import type { SessionRepository } from "../ports/sessions";
import type { User } from "../ports/users";
import { SESSION_SECONDS, type SignInMethod, USER_AGENT_CHARACTERS_MAX } from "../rules/session";

/** Who has just shown who they are, how, and by which browser. */
export interface SessionStart {
  /** As it was read when the password or the provider's answer was checked. */
  readonly user: Pick<User, "id" | "passwordChangedAt">;
  readonly method: SignInMethod;
  /** When a second factor was shown; null: none was. */
  readonly secondFactorAt: Date | null;
  /** As people read it; null: not known. */
  readonly address: string | null;
  /** What the browser says it is, of any length. */
  readonly userAgent: string | null;
}

/**
 * Starts a session after everything that signing in asks for was shown, and notes the sign-in.
 * @returns its id for the cookie; null: the account was deactivated, got another password or a second factor in the meantime, so nobody is
 * signed in
 */
export async function startSession(
  { sessions, ids, clock }: { sessions: SessionRepository; ids: Ids; clock: Clock },
  { user, userAgent, ...start }: SessionStart,
): Promise<string | null> {
  const id = ids.uuid();
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_SECONDS * 1000);
  const session = {
    ...{ ...start, id, userId: user.id, createdAt, expiresAt },
    userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  };
  return (await sessions.start(session, user)) ? id : null;
}
