import { implement, withOperations } from "@/app/endpoints";
import { WEBHOOK_OPERATIONS } from "@/lib/http/notifications/operations";
import { authorOf } from "@/lib/kernel/rules/actor";
import {
  getWebhookConfiguration,
  removeWebhookUrl,
  setWebhookUrl,
} from "@/lib/notifications/use-cases/webhook-configuration";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(WEBHOOK_OPERATIONS.getWebhook, async ({ ports }) => ({
    status: 200,
    body: await getWebhookConfiguration(ports),
  })),
  implement(WEBHOOK_OPERATIONS.setWebhook, async ({ ports, actor, body }) => {
    const { url, receiver } = await setWebhookUrl(ports, {
      url: body.url,
      author: authorOf(actor),
    });
    return { status: 200, body: { url }, warning: receiver.cause };
  }),
  implement(WEBHOOK_OPERATIONS.removeWebhook, async ({ ports, actor }) => {
    await removeWebhookUrl(ports, authorOf(actor));
    return { status: 204 };
  }),
);
