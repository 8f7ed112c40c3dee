import { endpoint, withApi } from "@/app/endpoints";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";
import { getDocumentEndpoint } from "./get-document-endpoint";
import { reportStatusEndpoint } from "./report-status-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: getDocumentEndpoint,
  PUT: reportStatusEndpoint,
  DELETE: endpoint({
    scope: null,
    handle: async ({ ports, publicUrl, actor, params }) => {
      const document = await deleteStagedDocument(ports, { actor, ...params });
      return { status: 200, body: renderStagedDocument(document, publicUrl) };
    },
  }),
});
