import { endpoint, withApi } from "@/app/endpoints";
import { renewUploadUrl } from "@/lib/documents/use-cases/create-staged-document";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  POST: endpoint({
    scope: "documents:write",
    handle: async ({ ports, publicUrl, params }) => {
      const { document, uploadSignedUrl } = await renewUploadUrl(ports, params.uuid, null);
      const record = renderStagedDocument(document, publicUrl);
      return { status: 200, body: { ...record, uploadSignedUrl } };
    },
  }),
});
