import { getContainer } from "@/app/container";
import { adminEndpoint, adminEndpointWithBody } from "@/lib/http/admin-endpoint";
import { announceFileBody } from "@/lib/http/cockpit/document-schemas";
import { renderAwaitedUpload, renderDocumentRows } from "@/lib/http/cockpit/document-serializers";
import { readDocumentsQuery } from "@/lib/http/cockpit/read-documents-query";
import { requireIdempotencyKey } from "@/lib/http/read-idempotency-key";
import { withApi } from "@/lib/http/with-api";
import { createStagedDocumentOnce } from "@/lib/services/create-staged-document-once";
import { listAssetDocuments } from "@/lib/services/list-asset-documents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: adminEndpoint({
    handle: async ({ ports, query, actor }) => {
      const asked = readDocumentsQuery(query);
      const page = await listAssetDocuments(ports, asked);
      return { status: 200, body: renderDocumentRows(page, { ...asked, reader: actor }) };
    },
  }),
  POST: adminEndpointWithBody({
    body: announceFileBody,
    handle: async ({ ports, actor, headers, body: { size, ...file } }) => {
      const idempotencyKey = requireIdempotencyKey(headers);
      const announcement = { actor, ...file, sizeBytes: size, idempotencyKey };
      const created = await createStagedDocumentOnce(ports, announcement);
      return { status: 201, body: renderAwaitedUpload(created) };
    },
  }),
});
