import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { withApi } from "@/lib/http/with-api";
import { getDocumentContent } from "@/lib/services/get-document-content";

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
