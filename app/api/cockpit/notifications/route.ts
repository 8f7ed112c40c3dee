import { userEndpoint, withApi } from "@/app/endpoints";
import { renderCockpitNotifications } from "@/lib/http/notifications/cockpit-serializers";
import { readDeliveryLogQuery } from "@/lib/http/notifications/notification-queries";
import { listDeliveryLog } from "@/lib/notifications/use-cases/delivery-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, query }) => {
      const options = readDeliveryLogQuery(query);
      const page = await listDeliveryLog(ports, options);
      return { status: 200, body: renderCockpitNotifications(page, options.filter) };
    },
  }),
});
