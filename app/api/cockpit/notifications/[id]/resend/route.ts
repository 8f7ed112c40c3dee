import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/core/admin-endpoint";
import { withApi } from "@/lib/http/core/with-api";
import { renderCockpitNotification } from "@/lib/http/notifications/cockpit-notification-serializers";
import { resendNotification } from "@/lib/notifications/use-cases/resend-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>(
  getContainer,
  {
    POST: adminEndpoint({
      handle: async ({ ports, params }) => {
        const sent = await resendNotification(ports, params.id);
        return { status: 200, body: renderCockpitNotification(sent) };
      },
    }),
  },
);
