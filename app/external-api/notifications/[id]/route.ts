import { implement, withOperations } from "@/app/endpoints";
import { renderNotificationDetail } from "@/lib/http/notifications/external-api-serializers";
import { NOTIFICATION_OPERATIONS } from "@/lib/http/notifications/operations";
import { getNotification } from "@/lib/notifications/use-cases/delivery-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(NOTIFICATION_OPERATIONS.getNotification, async ({ ports, params }) => {
    const found = await getNotification(ports, params.id);
    return { status: 200, body: renderNotificationDetail(found) };
  }),
);
