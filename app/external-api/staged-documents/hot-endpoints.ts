import { implement } from "@/app/endpoints";
import {
  createStagedDocument,
  createStagedDocumentOnce,
} from "@/lib/documents/use-cases/create-staged-document";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import { readIdempotencyKey } from "@/lib/http/core/requests/read-idempotency-key";
import {
  renderCreatedDocument,
  renderReportedStatus,
  renderStagedDocument,
} from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";
import { reportStatus } from "@/lib/processing/use-cases/report-status";

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

/** `PUT /external-api/staged-documents/{uuid}`; see also `app/hot-calls/hot-calls.ts`. */
export const reportDocument = implement(
  DOCUMENT_OPERATIONS.reportStatus,
  async ({ ports, publicUrl, actor, params, body }) => {
    const reported = await reportStatus(ports, { actor, ...params, ...body });
    return { status: 200, body: renderReportedStatus(reported, publicUrl) };
  },
);

/** `GET /external-api/staged-documents/{uuid}`; see also `app/hot-calls/hot-calls.ts`. */
export const getDocument = implement(
  DOCUMENT_OPERATIONS.getStagedDocument,
  async ({ ports, publicUrl, params }) => {
    const document = await getStagedDocument(ports, params.uuid);
    return { status: 200, body: renderStagedDocument(document, publicUrl) };
  },
);
