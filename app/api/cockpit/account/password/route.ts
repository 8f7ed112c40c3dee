import { getContainer } from "@/app/container";
import { adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { changePasswordBody } from "@/lib/http/cockpit/account-schemas";
import { withApi } from "@/lib/http/with-api";
import { changePassword } from "@/lib/services/change-password";

/** One's own password; a new one ends every session, this one too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: adminEndpointWithBody({
    body: changePasswordBody,
    handle: async ({ ports, administrator, address, body }) => {
      await changePassword(ports, { userId: administrator.id, address, ...body });
      return { status: 204 };
    },
  }),
});
