import { userEndpoint, withApi } from "@/app/endpoints";
import { renderCockpitNotification } from "@/lib/http/notifications/cockpit-serializers";
import { getNotification } from "@/lib/notifications/use-cases/get-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, params }) => {
      const found = await getNotification(ports, params.id);
      return { status: 200, body: renderCockpitNotification(found) };
    },
  }),
});
