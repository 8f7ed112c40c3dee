import { endpoint, withApi } from "@/app/endpoints";
import { setWebhookUrlBody } from "@/lib/http/notifications/external-api-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";
import {
  getWebhookConfiguration,
  removeWebhookUrl,
  setWebhookUrl,
} from "@/lib/notifications/use-cases/webhook-configuration";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "configuration:read",
    handle: async ({ ports }) => ({ status: 200, body: await getWebhookConfiguration(ports) }),
  }),
  POST: endpoint({
    scope: "configuration:write",
    body: setWebhookUrlBody,
    handle: async ({ ports, actor, body }) => {
      const { url, receiver } = await setWebhookUrl(ports, {
        url: body.url,
        author: authorOf(actor),
      });
      return { status: 200, body: { url }, warning: receiver.cause };
    },
  }),
  DELETE: endpoint({
    scope: "configuration:write",
    handle: async ({ ports, actor }) => {
      await removeWebhookUrl(ports, authorOf(actor));
      return { status: 204 };
    },
  }),
});
