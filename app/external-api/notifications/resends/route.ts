import { getContainer } from "@/app/container";
import { endpointWithBody } from "@/lib/http/core/endpoint";
import { withApi } from "@/lib/http/core/with-api";
import { resendNotificationsBody } from "@/lib/http/notifications/notification-schemas";
import { resendNotifications } from "@/lib/notifications/use-cases/resend-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: endpointWithBody({
    scope: "configuration:write",
    body: resendNotificationsBody,
    handle: async ({ ports, body: { dryRun, ...period } }) => ({
      status: 200,
      body: await resendNotifications(ports, { ...period, isDryRun: dryRun }),
    }),
  }),
});
