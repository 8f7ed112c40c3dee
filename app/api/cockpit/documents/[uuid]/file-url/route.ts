import { userEndpoint, withApi } from "@/app/endpoints";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";
import { renderFileUrl } from "@/lib/http/documents/cockpit-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, params }) => ({
      status: 200,
      body: renderFileUrl(await getDocumentContent(ports, params.uuid)),
    }),
  }),
});
