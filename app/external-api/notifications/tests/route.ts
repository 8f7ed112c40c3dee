import { implement, withOperations } from "@/app/endpoints";
import { documentUrl } from "@/lib/http/documents/external-api-serializers";
import { renderNotificationDetail } from "@/lib/http/notifications/external-api-serializers";
import { NOTIFICATION_OPERATIONS } from "@/lib/http/notifications/operations";
import { authorOf } from "@/lib/kernel/rules/actor";
import { sendTestNotification } from "@/lib/notifications/use-cases/send-test-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(NOTIFICATION_OPERATIONS.sendTestNotification, async ({ ports, publicUrl, actor }) => {
    const urls = { documentUrl: (uuid: string) => documentUrl(publicUrl, uuid) };
    const sent = await sendTestNotification(ports, { ...urls, author: authorOf(actor) });
    return { status: 200, body: renderNotificationDetail(sent) };
  }),
);
