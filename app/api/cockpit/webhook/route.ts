import { getContainer } from "@/app/container";
import { adminEndpoint, adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { renderWebhookOverview } from "@/lib/http/cockpit/webhook-serializers";
import { setWebhookUrlBody } from "@/lib/http/schemas";
import { withApi } from "@/lib/http/with-api";
import type { Ports } from "@/lib/ports";
import { getWebhookOverview } from "@/lib/services/get-webhook-overview";
import { removeWebhookUrl } from "@/lib/services/remove-webhook-url";
import { setWebhookUrl } from "@/lib/services/set-webhook-url";

const overview = async (ports: Ports) => ({
  status: 200,
  body: renderWebhookOverview(await getWebhookOverview(ports)),
});

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: adminEndpoint({ handle: ({ ports }) => overview(ports) }),
  PUT: adminEndpointWithBody({
    body: setWebhookUrlBody,
    handle: async ({ ports, body }) => {
      await setWebhookUrl(ports, body);
      return overview(ports);
    },
  }),
  DELETE: adminEndpoint({
    handle: async ({ ports }) => {
      await removeWebhookUrl(ports);
      return overview(ports);
    },
  }),
});
