import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { renderCockpitNotification } from "@/lib/http/cockpit/notification-serializers";
import { withApi } from "@/lib/http/with-api";
import { getNotification } from "@/lib/services/get-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>(
  getContainer,
  {
    GET: adminEndpoint({
      handle: async ({ ports, params }) => {
        const found = await getNotification(ports, params.id);
        return { status: 200, body: renderCockpitNotification(found) };
      },
    }),
  },
);
