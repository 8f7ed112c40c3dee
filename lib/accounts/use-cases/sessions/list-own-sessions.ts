import type { Clock } from "@/lib/kernel/ports/system";
import type { OpenSession, SessionRepository } from "../../ports/sessions";

/** Lists the user's open sessions, in the repository's order. */
export const listOwnSessions = (
  ports: { sessions: SessionRepository; clock: Clock },
  userId: string,
): Promise<readonly OpenSession[]> => ports.sessions.list(userId, ports.clock.now());
