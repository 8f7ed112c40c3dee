import type { Clock } from "@/lib/kernel/ports";
import type { Author } from "@/lib/kernel/rules/actor";
import type { OpenSession, SessionRepository, WhichSessions } from "../access-ports";
import type { UserRepository } from "../ports";
import { authorOfManager, findManaged, type UserManager, type UserRef } from "./users";

/** Lists the user's open sessions, in the repository's order. */
export const listOwnSessions = (
  ports: { sessions: SessionRepository; clock: Clock },
  userId: string,
): Promise<readonly OpenSession[]> => ports.sessions.list(userId, ports.clock.now());

/**
 * Ends sessions of a user: one, all but one, or all. Requests in these sessions are then rejected with 401, in every
 * process. Audited if any session was open. Idempotent.
 * @returns how many sessions were open
 */
export function endSessions(
  { sessions, clock }: { sessions: SessionRepository; clock: Clock },
  input: { userId: string; which: WhichSessions; author: Author },
): Promise<number> {
  const { userId, which, author } = input;
  const at = clock.now();
  const subject = "only" in which ? `session:${which.only}` : `user:${userId}`;
  const note = { at, author, action: "sessions-ended", subject } as const;
  return sessions.end(userId, which, { at, because: "ended", note });
}

/**
 * Ends all sessions of a user, including the caller's own; the password does not change. Idempotent.
 * @returns how many sessions were open
 * @throws DomainError `user-not-found`; `validation-failed` at `#/email`
 */
export async function endUserSessions(
  ports: { users: UserRepository; sessions: SessionRepository; clock: Clock },
  ref: UserRef,
  options: { readonly manager: UserManager },
): Promise<number> {
  const { id: userId } = await findManaged(ports, ref);
  const author = authorOfManager(options.manager);
  return endSessions(ports, { userId, which: { allBut: null }, author });
}
