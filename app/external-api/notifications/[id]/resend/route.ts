import { implement, withOperations } from "@/app/endpoints";
import { renderNotification } from "@/lib/http/notifications/external-api-serializers";
import { NOTIFICATION_OPERATIONS } from "@/lib/http/notifications/operations";
import { authorOf } from "@/lib/kernel/rules/actor";
import { resendNotification } from "@/lib/notifications/use-cases/resend-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(
    NOTIFICATION_OPERATIONS.resendNotification,
    async ({ ports, actor, params: { id } }) => ({
      status: 200,
      body: renderNotification(await resendNotification(ports, { id, author: authorOf(actor) })),
    }),
  ),
);
