import { userEndpoint, withApi } from "@/app/endpoints";
import { changePassword } from "@/lib/accounts/use-cases/passwords";
import { changePasswordBody } from "@/lib/http/accounts/cockpit-schemas";

/** The user's own password. Changing it ends all other sessions. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "reader",
    body: changePasswordBody,
    handle: async ({ ports, actor, user, body }) => {
      await changePassword(ports, { actor, sessionId: user.sessionId, ...body });
      return { status: 204 };
    },
  }),
});
