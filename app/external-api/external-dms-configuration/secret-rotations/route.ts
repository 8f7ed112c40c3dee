import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { withApi } from "@/lib/http/with-api";
import { rotateWebhookSecret } from "@/lib/services/rotate-webhook-secret";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: endpoint({
    scope: "configuration:write",
    handle: async ({ ports }) => {
      const { secret, receiver } = await rotateWebhookSecret(ports);
      return { status: 201, body: { secret }, warning: receiver.cause };
    },
  }),
});
