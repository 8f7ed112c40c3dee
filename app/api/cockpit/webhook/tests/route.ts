import { userEndpoint, withApi } from "@/app/endpoints";
import { documentUrl } from "@/lib/http/documents/external-api-serializers";
import { renderCockpitNotification } from "@/lib/http/notifications/cockpit-serializers";
import { sendTestNotification } from "@/lib/notifications/use-cases/send-test-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "administrator",
    handle: async ({ ports, publicUrl }) => {
      const urls = { documentUrl: (uuid: string) => documentUrl(publicUrl, uuid) };
      const sent = await sendTestNotification(ports, urls);
      return { status: 201, body: renderCockpitNotification(sent) };
    },
  }),
});
