import { userEndpoint, withApi } from "@/app/endpoints";
import { createStagedDocumentOnce } from "@/lib/documents/use-cases/create-staged-document";
import { listDocuments } from "@/lib/documents/use-cases/list-documents";
import { requireIdempotencyKey } from "@/lib/http/core/requests/read-idempotency-key";
import { announceFileBody, renderAwaitedUpload } from "@/lib/http/documents/cockpit-schemas";
import {
  readDocumentListQuery,
  renderDocumentRows,
} from "@/lib/http/documents/document-list-schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, query, actor }) => {
      const list = readDocumentListQuery(query);
      const [page, classes] = await Promise.all([
        listDocuments(ports, list),
        ports.vocabulary.listClasses(),
      ]);
      return { status: 200, body: renderDocumentRows(page, { ...list, reader: actor, classes }) };
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
