import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { renderCockpitNotifications } from "@/lib/http/cockpit/notification-serializers";
import { readNotificationsQuery } from "@/lib/http/read-notifications-query";
import { withApi } from "@/lib/http/with-api";
import { listNotifications } from "@/lib/services/list-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: adminEndpoint({
    handle: async ({ ports, query }) => {
      const asked = readNotificationsQuery(query);
      const page = await listNotifications(ports, asked);
      return { status: 200, body: renderCockpitNotifications(page, asked.filter) };
    },
  }),
});
