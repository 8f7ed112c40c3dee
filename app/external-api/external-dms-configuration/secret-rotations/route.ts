import { endpoint, withApi } from "@/app/endpoints";
import { authorOf } from "@/lib/kernel/rules/actor";
import { rotateWebhookSecret } from "@/lib/notifications/use-cases/webhook-secrets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: endpoint({
    scope: "configuration:write",
    handle: async ({ ports, actor }) => {
      const { secret, receiver } = await rotateWebhookSecret(ports, authorOf(actor));
      return { status: 201, body: { secret }, warning: receiver.cause };
    },
  }),
});
