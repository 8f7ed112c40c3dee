import { implement, withOperations } from "@/app/endpoints";
import { renderNotifications } from "@/lib/http/notifications/external-api-serializers";
import { notificationSelectionOf } from "@/lib/http/notifications/notification-queries";
import { NOTIFICATION_OPERATIONS } from "@/lib/http/notifications/operations";
import { listNotifications } from "@/lib/notifications/use-cases/delivery-log";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(NOTIFICATION_OPERATIONS.listNotifications, async ({ ports, query }) => {
    const options = notificationSelectionOf(query);
    const page = await listNotifications(ports, options);
    return { status: 200, body: renderNotifications(page, options.filter) };
  }),
);
