import { userEndpoint, withApi } from "@/app/endpoints";
import { getDocumentContent } from "@/lib/documents/use-cases/get-document-content";
import { renderFileUrl } from "@/lib/http/documents/cockpit-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, params }) => ({
      status: 200,
      body: renderFileUrl(await getDocumentContent(ports, params.uuid)),
    }),
  }),
});
