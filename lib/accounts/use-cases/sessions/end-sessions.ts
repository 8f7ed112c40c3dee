import type { Clock } from "@/lib/kernel/ports/system";
import type { Author } from "@/lib/kernel/rules/actor";
import type { SessionRepository, WhichSessions } from "../../ports/sessions";

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
