import { endpoint, withApi } from "@/app/endpoints";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, params }) => {
      const { downloadSignedUrl } = await getDocumentContent(ports, params.uuid);
      return { status: 307, headers: { location: downloadSignedUrl } };
    },
  }),
});
