import { implement, withOperations } from "@/app/endpoints";
import { NOTIFICATION_OPERATIONS } from "@/lib/http/notifications/operations";
import { authorOf } from "@/lib/kernel/rules/actor";
import { resendNotifications } from "@/lib/notifications/use-cases/resend-notifications";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(
    NOTIFICATION_OPERATIONS.resendNotifications,
    async ({ ports, actor, body: { dryRun, ...period } }) => ({
      status: 200,
      body: await resendNotifications(ports, {
        ...period,
        isDryRun: dryRun,
        author: authorOf(actor),
      }),
    }),
  ),
);
