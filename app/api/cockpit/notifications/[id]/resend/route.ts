import { userEndpoint, withApi } from "@/app/endpoints";
import { renderCockpitNotification } from "@/lib/http/notifications/cockpit-serializers";
import { authorOf } from "@/lib/kernel/rules/actor";
import { resendNotification } from "@/lib/notifications/use-cases/resend-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  POST: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor, params: { id } }) => {
      const sent = await resendNotification(ports, { id, author: authorOf(actor) });
      return { status: 200, body: renderCockpitNotification(sent) };
    },
  }),
});
