import { implement } from "@/app/endpoints";
import { getStagedDocument } from "@/lib/documents/use-cases/staged-documents";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";

/** `GET /external-api/staged-documents/{uuid}`; see also `app/hot-calls/hot-calls.ts`. */
export const getDocument = implement(
  DOCUMENT_OPERATIONS.getStagedDocument,
  async ({ ports, publicUrl, params }) => {
    const document = await getStagedDocument(ports, params.uuid);
    return { status: 200, body: renderStagedDocument(document, publicUrl) };
  },
);
