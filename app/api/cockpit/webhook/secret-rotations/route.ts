import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/core/admin-endpoint";
import { withApi } from "@/lib/http/core/with-api";
import { renderNewSecret } from "@/lib/http/notifications/webhook-serializers";
import { rotateWebhookSecret } from "@/lib/notifications/use-cases/rotate-webhook-secret";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: adminEndpoint({
    handle: async ({ ports }) => {
      const rotated = await rotateWebhookSecret(ports);
      return { status: 201, body: renderNewSecret(rotated), warning: rotated.receiver.cause };
    },
  }),
});
