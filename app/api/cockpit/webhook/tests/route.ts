import { userEndpoint, withApi } from "@/app/endpoints";
import { documentUrl } from "@/lib/http/documents/external-api-serializers";
import { renderCockpitNotification } from "@/lib/http/notifications/cockpit-serializers";
import { authorOf } from "@/lib/kernel/rules/actor";
import { sendTestNotification } from "@/lib/notifications/use-cases/send-test-notification";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  POST: userEndpoint({
    role: "administrator",
    handle: async ({ ports, publicUrl, actor }) => {
      const urls = { documentUrl: (uuid: string) => documentUrl(publicUrl, uuid) };
      const sent = await sendTestNotification(ports, { ...urls, author: authorOf(actor) });
      return { status: 201, body: renderCockpitNotification(sent) };
    },
  }),
});
