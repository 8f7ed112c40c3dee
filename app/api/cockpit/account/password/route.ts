import { adminEndpoint, withApi } from "@/app/endpoints";
import { changePassword } from "@/lib/accounts/use-cases/change-password";
import { changePasswordBody } from "@/lib/http/accounts/cockpit-schemas";

/** One's own password; a new one ends every session, this one too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: adminEndpoint({
    body: changePasswordBody,
    handle: async ({ ports, administrator, body }) => {
      await changePassword(ports, { userId: administrator.id, ...body });
      return { status: 204 };
    },
  }),
});
