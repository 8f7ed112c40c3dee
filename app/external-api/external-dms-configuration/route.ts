import { getContainer } from "@/app/container";
import { endpoint, endpointWithBody } from "@/lib/http/endpoint";
import { setWebhookUrlBody } from "@/lib/http/schemas";
import { withApi } from "@/lib/http/with-api";
import { getWebhookConfiguration } from "@/lib/services/get-webhook-configuration";
import { removeWebhookUrl } from "@/lib/services/remove-webhook-url";
import { setWebhookUrl } from "@/lib/services/set-webhook-url";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: endpoint({
    scope: "configuration:read",
    handle: async ({ ports }) => ({ status: 200, body: await getWebhookConfiguration(ports) }),
  }),
  POST: endpointWithBody({
    scope: "configuration:write",
    body: setWebhookUrlBody,
    handle: async ({ ports, body }) => {
      const { url, receiver } = await setWebhookUrl(ports, body);
      return { status: 200, body: { url }, warning: receiver.cause };
    },
  }),
  DELETE: endpoint({
    scope: "configuration:write",
    handle: async ({ ports }) => {
      await removeWebhookUrl(ports);
      return { status: 204 };
    },
  }),
});
