import { getContainer } from "@/app/container";
import { endpoint, endpointWithBody } from "@/lib/http/endpoint";
import { readIdempotencyKey } from "@/lib/http/read-idempotency-key";
import { readListQuery } from "@/lib/http/read-list-query";
import { createStagedDocumentBody } from "@/lib/http/schemas";
import { renderCreatedDocument, renderStagedDocuments } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { createStagedDocument } from "@/lib/services/create-staged-document";
import { createStagedDocumentOnce } from "@/lib/services/create-staged-document-once";
import { listStagedDocuments } from "@/lib/services/list-staged-documents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, publicUrl, query }) => {
      const asked = readListQuery(query);
      const page = await listStagedDocuments(ports, asked);
      return { status: 200, body: renderStagedDocuments(page, { ...asked, publicUrl }) };
    },
  }),
  POST: endpointWithBody({
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
