import { endpoint, withApi } from "@/app/endpoints";
import { renderNotifications } from "@/lib/http/notifications/external-api-serializers";
import { readNotificationsQuery } from "@/lib/http/notifications/notification-queries";
import { listNotifications } from "@/lib/notifications/use-cases/delivery-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "configuration:read",
    handle: async ({ ports, query }) => {
      const options = readNotificationsQuery(query);
      const page = await listNotifications(ports, options);
      return { status: 200, body: renderNotifications(page, options.filter) };
    },
  }),
});
