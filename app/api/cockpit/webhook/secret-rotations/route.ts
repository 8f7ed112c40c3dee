import { userEndpoint, withApi } from "@/app/endpoints";
import { renderNewSecret } from "@/lib/http/notifications/cockpit-serializers";
import { authorOf } from "@/lib/kernel/rules/actor";
import { rotateWebhookSecret } from "@/lib/notifications/use-cases/webhook-secrets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor }) => {
      const rotated = await rotateWebhookSecret(ports, authorOf(actor));
      return { status: 201, body: renderNewSecret(rotated), warning: rotated.receiver.cause };
    },
  }),
});
