import { endpoint, withApi } from "@/app/endpoints";
import { rotateWebhookSecret } from "@/lib/notifications/use-cases/rotate-webhook-secret";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: endpoint({
    scope: "configuration:write",
    handle: async ({ ports }) => {
      const { secret, receiver } = await rotateWebhookSecret(ports);
      return { status: 201, body: { secret }, warning: receiver.cause };
    },
  }),
});
