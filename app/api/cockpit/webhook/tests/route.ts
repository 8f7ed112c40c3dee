import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { renderCockpitNotification } from "@/lib/http/cockpit/notification-serializers";
import { documentUrl } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { sendTestNotification } from "@/lib/services/send-test-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  POST: adminEndpoint({
    handle: async ({ ports, publicUrl }) => {
      const urls = { documentUrl: (uuid: string) => documentUrl(publicUrl, uuid) };
      const sent = await sendTestNotification(ports, urls);
      return { status: 201, body: renderCockpitNotification(sent) };
    },
  }),
});
