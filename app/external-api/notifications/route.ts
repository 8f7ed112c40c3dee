import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { renderNotifications } from "@/lib/http/notification-serializers";
import { readNotificationsQuery } from "@/lib/http/read-notifications-query";
import { withApi } from "@/lib/http/with-api";
import { listNotifications } from "@/lib/services/list-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: endpoint({
    scope: "configuration:read",
    handle: async ({ ports, query }) => {
      const asked = readNotificationsQuery(query);
      const page = await listNotifications(ports, asked);
      return { status: 200, body: renderNotifications(page, asked.filter) };
    },
  }),
});
