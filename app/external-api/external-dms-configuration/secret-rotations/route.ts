import { implement, withOperations } from "@/app/endpoints";
import { WEBHOOK_OPERATIONS } from "@/lib/http/notifications/operations";
import { authorOf } from "@/lib/kernel/rules/actor";
import { rotateWebhookSecret } from "@/lib/notifications/use-cases/webhook-secrets";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(WEBHOOK_OPERATIONS.rotateWebhookSecret, async ({ ports, actor }) => {
    const { secret, receiver } = await rotateWebhookSecret(ports, authorOf(actor));
    return { status: 201, body: { secret }, warning: receiver.cause };
  }),
);
