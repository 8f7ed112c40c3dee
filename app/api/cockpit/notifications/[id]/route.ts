import { userEndpoint, withApi } from "@/app/endpoints";
import { renderNamedNotification } from "@/lib/http/notifications/cockpit-serializers";
import { getNamedNotification } from "@/lib/notifications/use-cases/log/get-named-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports, params }) => {
      const found = await getNamedNotification(ports, params.id);
      return { status: 200, body: renderNamedNotification(found) };
    },
  }),
});
