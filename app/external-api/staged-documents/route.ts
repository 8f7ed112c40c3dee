import { endpoint, withApi } from "@/app/endpoints";
import { createStagedDocument } from "@/lib/documents/use-cases/create-staged-document";
import { createStagedDocumentOnce } from "@/lib/documents/use-cases/create-staged-document-once";
import { listStagedDocuments } from "@/lib/documents/use-cases/list-staged-documents";
import { readIdempotencyKey } from "@/lib/http/core/read-idempotency-key";
import { createStagedDocumentBody } from "@/lib/http/documents/external-api-schemas";
import {
  renderCreatedDocument,
  renderStagedDocuments,
} from "@/lib/http/documents/external-api-serializers";
import { readDocumentsQuery } from "@/lib/http/documents/read-documents-query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, publicUrl, query }) => {
      const asked = readDocumentsQuery(query);
      const page = await listStagedDocuments(ports, asked);
      return { status: 200, body: renderStagedDocuments(page, { ...asked, publicUrl }) };
    },
  }),
  POST: endpoint({
    scope: "documents:write",
    body: createStagedDocumentBody,
    handle: async ({ ports, publicUrl, actor, headers, body }) => {
      const idempotencyKey = readIdempotencyKey(headers);
      const input = { actor, ...body, folder: null, sizeBytes: null };
      if (idempotencyKey === null) {
        return renderCreatedDocument(await createStagedDocument(ports, input), publicUrl);
      }
      const created = await createStagedDocumentOnce(ports, { ...input, idempotencyKey });
      return renderCreatedDocument(created, publicUrl);
    },
  }),
});
