import { userEndpoint, withApi } from "@/app/endpoints";
import { endUserSessions } from "@/lib/accounts/use-cases/sessions";
import { readUserId } from "@/lib/http/accounts/user-schemas";

/** Ends all sessions of the user. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  DELETE: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor, params }) => {
      const sessionCount = await endUserSessions(ports, readUserId(params), { manager: actor });
      return { status: 200, body: { sessionCount } };
    },
  }),
});
