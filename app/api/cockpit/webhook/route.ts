import { getContainer } from "@/app/container";
import { adminEndpoint, adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { renderWebhookOverview } from "@/lib/http/cockpit/webhook-serializers";
import { setWebhookUrlBody } from "@/lib/http/schemas";
import { withApi } from "@/lib/http/with-api";
import { changeWebhookUrl } from "@/lib/services/change-webhook-url";
import { getWebhookOverview } from "@/lib/services/get-webhook-overview";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
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
