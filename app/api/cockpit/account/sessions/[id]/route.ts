import { userEndpoint, withApi } from "@/app/endpoints";
import { endSessions } from "@/lib/accounts/use-cases/sessions";
import { authorOf } from "@/lib/kernel/rules/actor";
import { isUuid } from "@/lib/kernel/rules/uuid";

/** Ends one of the user's own sessions. Idempotent: also returns 204 for a session that has ended or does not exist. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  DELETE: userEndpoint({
    role: "reader",
    handle: async ({ ports, user, actor, params: { id } }) => {
      const ending = { userId: user.id, which: { only: id }, author: authorOf(actor) };
      if (isUuid(id)) await endSessions(ports, ending);
      return { status: 204 };
    },
  }),
});
