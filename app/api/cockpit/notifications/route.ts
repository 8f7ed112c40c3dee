import { userEndpoint, withApi } from "@/app/endpoints";
import { renderCockpitNotifications } from "@/lib/http/notifications/cockpit-serializers";
import { readNotificationsQuery } from "@/lib/http/notifications/read-notifications-query";
import { listNotifications } from "@/lib/notifications/use-cases/list-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, query }) => {
      const asked = readNotificationsQuery(query);
      const page = await listNotifications(ports, asked);
      return { status: 200, body: renderCockpitNotifications(page, asked.filter) };
    },
  }),
});
