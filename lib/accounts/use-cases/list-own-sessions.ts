import type { Clock } from "@/lib/kernel/ports/system";
import type { OpenSession, SessionRepository } from "../ports/sessions";

/** Where somebody is signed in now, ordered as the repository lists it. */
export const listOwnSessions = (
  ports: { sessions: SessionRepository; clock: Clock },
  userId: string,
): Promise<readonly OpenSession[]> => ports.sessions.list(userId, ports.clock.now());
