import { endpoint, withApi } from "@/app/endpoints";
import { resendNotificationsBody } from "@/lib/http/notifications/external-api-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";
import { resendNotifications } from "@/lib/notifications/use-cases/resend-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: endpoint({
    scope: "configuration:write",
    body: resendNotificationsBody,
    handle: async ({ ports, actor, body: { dryRun, ...period } }) => ({
      status: 200,
      body: await resendNotifications(ports, {
        ...period,
        isDryRun: dryRun,
        author: authorOf(actor),
      }),
    }),
  }),
});
