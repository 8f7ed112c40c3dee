import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/core/endpoint";
import { withApi } from "@/lib/http/core/with-api";
import { renderNotification } from "@/lib/http/notifications/notification-serializers";
import { resendNotification } from "@/lib/notifications/use-cases/resend-notification";

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
