import { implement } from "@/app/endpoints";
import {
  createStagedDocument,
  createStagedDocumentOnce,
} from "@/lib/documents/use-cases/create-staged-document";
import { readIdempotencyKey } from "@/lib/http/core/requests/read-idempotency-key";
import { renderCreatedDocument } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";

/** `POST /external-api/staged-documents`; see also `app/hot-calls/hot-calls.ts`. */
export const createDocument = implement(
  DOCUMENT_OPERATIONS.createStagedDocument,
  async ({ ports, publicUrl, actor, headers, body }) => {
    const idempotencyKey = readIdempotencyKey(headers);
    const input = { actor, ...body, folder: null, sizeBytes: null };
    if (idempotencyKey === null) {
      return renderCreatedDocument(await createStagedDocument(ports, input), publicUrl);
    }
    const created = await createStagedDocumentOnce(ports, { ...input, idempotencyKey });
    return renderCreatedDocument(created, publicUrl);
  },
);
