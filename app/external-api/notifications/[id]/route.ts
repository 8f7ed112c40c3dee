import { endpoint, withApi } from "@/app/endpoints";
import { renderNotificationDetail } from "@/lib/http/notifications/external-api-serializers";
import { getNotification } from "@/lib/notifications/use-cases/delivery-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  GET: endpoint({
    scope: "configuration:read",
    handle: async ({ ports, params }) => {
      const found = await getNotification(ports, params.id);
      return { status: 200, body: renderNotificationDetail(found) };
    },
  }),
});
