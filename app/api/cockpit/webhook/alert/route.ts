import { userEndpoint, withApi } from "@/app/endpoints";
import { renderDeliveryAlert } from "@/lib/http/notifications/cockpit-serializers";
import { getDeliveryAlert } from "@/lib/notifications/use-cases/delivery-check";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reviewer",
    handle: async ({ ports }) => ({
      status: 200,
      body: renderDeliveryAlert(await getDeliveryAlert(ports)),
    }),
  }),
});
