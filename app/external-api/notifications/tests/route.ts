import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { renderNotificationDetail } from "@/lib/http/notification-serializers";
import { documentUrl } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { sendTestNotification } from "@/lib/services/send-test-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: endpoint({
    scope: "configuration:write",
    handle: async ({ ports, publicUrl }) => {
      const urls = { documentUrl: (uuid: string) => documentUrl(publicUrl, uuid) };
      const sent = await sendTestNotification(ports, urls);
      return { status: 200, body: renderNotificationDetail(sent) };
    },
  }),
});
