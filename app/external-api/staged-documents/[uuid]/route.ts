import { endpoint, withApi } from "@/app/endpoints";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { moveToAsset } from "@/lib/documents/use-cases/move-to-asset";
import { moveDocumentBody } from "@/lib/http/documents/cockpit-schemas";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";
import { getDocumentEndpoint } from "./get-document-endpoint";
import { reportStatusEndpoint } from "./report-status-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: getDocumentEndpoint,
  PUT: reportStatusEndpoint,
  PATCH: endpoint({
    scope: "documents:write",
    body: moveDocumentBody,
    handle: async ({ ports, publicUrl, actor, params, body }) => {
      const document = await moveToAsset(ports, { actor, ...params, ...body });
      return { status: 200, body: renderStagedDocument(document, publicUrl) };
    },
  }),
  DELETE: endpoint({
    scope: null,
    handle: async ({ ports, publicUrl, actor, params }) => {
      const document = await deleteStagedDocument(ports, { actor, ...params });
      return { status: 200, body: renderStagedDocument(document, publicUrl) };
    },
  }),
});
