import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { renderCockpitNotification } from "@/lib/http/cockpit/notification-serializers";
import { withApi } from "@/lib/http/with-api";
import { resendNotification } from "@/lib/services/resend-notification";

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
