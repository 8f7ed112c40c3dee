import { getContainer } from "@/app/container";
import { adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { resendNotificationsBody } from "@/lib/http/notification-schemas";
import { withApi } from "@/lib/http/with-api";
import { resendNotifications } from "@/lib/services/resend-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: adminEndpointWithBody({
    body: resendNotificationsBody,
    handle: async ({ ports, body: { dryRun, ...period } }) => ({
      status: 200,
      body: await resendNotifications(ports, { ...period, isDryRun: dryRun }),
    }),
  }),
});
