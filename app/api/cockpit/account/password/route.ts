import { getContainer } from "@/app/container";
import { adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { clientAddress } from "@/lib/http/client-address";
import { changePasswordBody } from "@/lib/http/cockpit/account-schemas";
import { withApi } from "@/lib/http/with-api";
import { changePassword } from "@/lib/services/change-password";

/** One's own password; a new one ends every session, this one too. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: adminEndpointWithBody({
    body: changePasswordBody,
    handle: async ({ ports, administrator, headers, body }) => {
      const { trustedProxyHops } = getContainer().settings.rateLimits;
      const address = clientAddress(headers, trustedProxyHops);
      await changePassword(ports, { userId: administrator.id, address, ...body });
      return { status: 204 };
    },
  }),
});
