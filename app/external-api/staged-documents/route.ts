import { endpoint, withApi } from "@/app/endpoints";
import { listStagedDocuments } from "@/lib/documents/use-cases/staged-documents";
import { readDocumentsQuery } from "@/lib/http/documents/external-api-schemas";
import { renderStagedDocuments } from "@/lib/http/documents/external-api-serializers";
import { createDocumentEndpoint } from "./create-document-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, publicUrl, query }) => {
      const options = readDocumentsQuery(query);
      const page = await listStagedDocuments(ports, options);
      return { status: 200, body: renderStagedDocuments(page, { ...options, publicUrl }) };
    },
  }),
  POST: createDocumentEndpoint,
});
