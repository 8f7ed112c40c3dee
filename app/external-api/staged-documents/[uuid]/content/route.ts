import { getContainer } from "@/app/container";
import { getDocumentContent } from "@/lib/documents/use-cases/get-document-content";
import { endpoint } from "@/lib/http/core/endpoint";
import { withApi } from "@/lib/http/core/with-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>(
  getContainer,
  {
    GET: endpoint({
      scope: "documents:read",
      handle: async ({ ports, params }) => {
        const { downloadSignedUrl } = await getDocumentContent(ports, params.uuid);
        return { status: 307, headers: { location: downloadSignedUrl } };
      },
    }),
  },
);
