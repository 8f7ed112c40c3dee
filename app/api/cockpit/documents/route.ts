import { userEndpoint, withApi } from "@/app/endpoints";
import { listAssetDocuments } from "@/lib/assets/use-cases/asset-overviews";
import { createStagedDocumentOnce } from "@/lib/documents/use-cases/create-staged-document";
import { readAssetDocumentsQuery } from "@/lib/http/assets/cockpit-schemas";
import { requireIdempotencyKey } from "@/lib/http/core/requests/read-idempotency-key";
import {
  announceFileBody,
  renderAwaitedUpload,
  renderDocumentRows,
} from "@/lib/http/documents/cockpit-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, query, actor }) => {
      const options = readAssetDocumentsQuery(query);
      const page = await listAssetDocuments(ports, options);
      return { status: 200, body: renderDocumentRows(page, { ...options, reader: actor }) };
    },
  }),
  POST: userEndpoint({
    role: "reviewer",
    body: announceFileBody,
    handle: async ({ ports, actor, headers, body: { size, ...file } }) => {
      const idempotencyKey = requireIdempotencyKey(headers);
      const announcement = { actor, ...file, sizeBytes: size, idempotencyKey };
      const created = await createStagedDocumentOnce(ports, announcement);
      return { status: 201, body: renderAwaitedUpload(created) };
    },
  }),
});
