import { userEndpoint, withApi } from "@/app/endpoints";
import { endSessions, listOwnSessions } from "@/lib/accounts/use-cases/sessions";
import { renderOwnSessions } from "@/lib/http/accounts/cockpit-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";

/** The user's own sessions. DELETE ends all of them except the current one. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, user }) => {
      const sessions = await listOwnSessions(ports, user.id);
      return { status: 200, body: renderOwnSessions(sessions, user.sessionId) };
    },
  }),
  DELETE: userEndpoint({
    role: "reader",
    handle: async ({ ports, user, actor }) => {
      const which = { allBut: user.sessionId };
      const ending = { userId: user.id, which, author: authorOf(actor) };
      return { status: 200, body: { endedCount: await endSessions(ports, ending) } };
    },
  }),
});
