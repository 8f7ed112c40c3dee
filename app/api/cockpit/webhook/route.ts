import { userEndpoint, withApi } from "@/app/endpoints";
import { renderWebhookOverview } from "@/lib/http/notifications/cockpit-serializers";
import { setWebhookUrlBody } from "@/lib/http/notifications/external-api-schemas";
import { authorOf } from "@/lib/kernel/rules/actor";
import {
  changeWebhookUrl,
  getWebhookOverview,
} from "@/lib/notifications/use-cases/webhook-configuration";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "administrator",
    handle: async ({ ports }) => ({
      status: 200,
      body: renderWebhookOverview(await getWebhookOverview(ports)),
    }),
  }),
  PUT: userEndpoint({
    role: "administrator",
    body: setWebhookUrlBody,
    handle: async ({ ports, actor, body: { url } }) => {
      const overview = await changeWebhookUrl(ports, { url, author: authorOf(actor) });
      const { cause } = overview.receiver;
      return { status: 200, body: renderWebhookOverview(overview), warning: cause };
    },
  }),
  DELETE: userEndpoint({
    role: "administrator",
    handle: async ({ ports, actor }) => {
      const overview = await changeWebhookUrl(ports, { url: null, author: authorOf(actor) });
      return { status: 200, body: renderWebhookOverview(overview) };
    },
  }),
});
