import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { renderNotification } from "@/lib/http/notification-serializers";
import { withApi } from "@/lib/http/with-api";
import { resendNotification } from "@/lib/services/resend-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ id: string }>(
  getContainer,
  {
    POST: endpoint({
      scope: "configuration:write",
      handle: async ({ ports, params }) => ({
        status: 200,
        body: renderNotification(await resendNotification(ports, params.id)),
      }),
    }),
  },
);
