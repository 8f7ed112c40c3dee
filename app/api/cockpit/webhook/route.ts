import { adminEndpoint, adminEndpointWithBody, withApi } from "@/app/endpoints";
import { setWebhookUrlBody } from "@/lib/http/notifications/webhook-configuration-schemas";
import { renderWebhookOverview } from "@/lib/http/notifications/webhook-serializers";
import { changeWebhookUrl } from "@/lib/notifications/use-cases/change-webhook-url";
import { getWebhookOverview } from "@/lib/notifications/use-cases/get-webhook-overview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: adminEndpoint({
    handle: async ({ ports }) => ({
      status: 200,
      body: renderWebhookOverview(await getWebhookOverview(ports)),
    }),
  }),
  PUT: adminEndpointWithBody({
    body: setWebhookUrlBody,
    handle: async ({ ports, body }) => {
      const overview = await changeWebhookUrl(ports, body);
      const { cause } = overview.receiver;
      return { status: 200, body: renderWebhookOverview(overview), warning: cause };
    },
  }),
  DELETE: adminEndpoint({
    handle: async ({ ports }) => ({
      status: 200,
      body: renderWebhookOverview(await changeWebhookUrl(ports, { url: null })),
    }),
  }),
});
