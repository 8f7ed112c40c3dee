import type { OpenSession } from "@/lib/accounts/ports/sessions";
import { readDevice } from "@/lib/accounts/rules/device";
import type { OwnSecondFactorState } from "@/lib/accounts/use-cases/second-factor/find-own-second-factor";
import {
  type OwnSecondFactor,
  type OwnSession,
  type OwnSessions,
  ownSecondFactor,
} from "./cockpit-schemas";

/** Returns the user's own sessions: the current one first, then the others in the given order. */
export function renderOwnSessions(
  sessions: readonly OpenSession[],
  sessionId: string,
): OwnSessions {
  const items = sessions.map((session) => renderOwnSession(session, sessionId));
  return { items: items.sort((a, b) => Number(b.isThis) - Number(a.isThis)) };
}

function renderOwnSession(session: OpenSession, sessionId: string): OwnSession {
  const { id, address, method, userAgent, secondFactorAt, createdAt, lastSeenAt } = session;
  return {
    ...{ id, address, method, ...readDevice(userAgent) },
    isThis: id === sessionId,
    hasSecondFactor: secondFactorAt !== null,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  };
}

/** Returns the user's own second factor for its page. */
export const renderOwnSecondFactor = (state: OwnSecondFactorState): OwnSecondFactor =>
  ownSecondFactor.parse({ ...state, confirmedAt: state.confirmedAt?.toISOString() ?? null });
