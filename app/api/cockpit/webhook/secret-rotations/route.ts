import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { renderNewSecret } from "@/lib/http/cockpit/webhook-serializers";
import { withApi } from "@/lib/http/with-api";
import { rotateWebhookSecret } from "@/lib/services/rotate-webhook-secret";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: adminEndpoint({
    handle: async ({ ports }) => {
      const rotated = await rotateWebhookSecret(ports);
      return { status: 201, body: renderNewSecret(rotated), warning: rotated.receiver.cause };
    },
  }),
});
