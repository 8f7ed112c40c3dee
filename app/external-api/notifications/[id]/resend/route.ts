import { endpoint, withApi } from "@/app/endpoints";
import { renderNotification } from "@/lib/http/notifications/external-api-serializers";
import { authorOf } from "@/lib/kernel/rules/actor";
import { resendNotification } from "@/lib/notifications/use-cases/resend-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  POST: endpoint({
    scope: "configuration:write",
    handle: async ({ ports, actor, params: { id } }) => ({
      status: 200,
      body: renderNotification(await resendNotification(ports, { id, author: authorOf(actor) })),
    }),
  }),
});
