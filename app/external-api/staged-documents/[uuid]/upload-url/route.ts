import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { renderStagedDocument } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { renewUploadUrl } from "@/lib/services/renew-upload-url";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>(
  getContainer,
  {
    POST: endpoint({
      scope: "documents:write",
      handle: async ({ ports, publicUrl, params }) => {
        const { document, uploadSignedUrl } = await renewUploadUrl(ports, params.uuid, null);
        const record = renderStagedDocument(document, publicUrl);
        return { status: 200, body: { ...record, uploadSignedUrl } };
      },
    }),
  },
);
