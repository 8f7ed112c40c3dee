import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { renderNotificationDetail } from "@/lib/http/notification-serializers";
import { withApi } from "@/lib/http/with-api";
import { getNotification } from "@/lib/services/get-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>(
  getContainer,
  {
    GET: endpoint({
      scope: "configuration:read",
      handle: async ({ ports, params }) => {
        const found = await getNotification(ports, params.id);
        return { status: 200, body: renderNotificationDetail(found) };
      },
    }),
  },
);
