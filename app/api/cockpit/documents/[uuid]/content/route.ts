import { getContainer } from "@/app/container";
import { getDocumentContent } from "@/lib/documents/use-cases/get-document-content";
import { adminEndpoint } from "@/lib/http/core/admin-endpoint";
import { withApi } from "@/lib/http/core/with-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>(
  getContainer,
  {
    GET: adminEndpoint({
      handle: async ({ ports, params }) => {
        const { downloadSignedUrl } = await getDocumentContent(ports, params.uuid);
        return { status: 307, headers: { location: downloadSignedUrl } };
      },
    }),
  },
);
