import type { Clock, Ids } from "@/lib/kernel/ports/system";
import type { SessionRepository } from "../../ports/sessions";
import type { User } from "../../ports/users";
import { SESSION_SECONDS, type SignInMethod, USER_AGENT_CHARACTERS_MAX } from "../../rules/session";

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
    ...{ ...start, id, userId: user.id, createdAt, expiresAt },
    userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  };
  return (await sessions.start(session, user)) ? id : null;
}
