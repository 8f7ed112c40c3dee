import { implement, withOperations } from "@/app/endpoints";
import { renewUploadUrl } from "@/lib/documents/use-cases/create-staged-document";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(DOCUMENT_OPERATIONS.renewUploadUrl, async ({ ports, publicUrl, params }) => {
    const { document, uploadSignedUrl } = await renewUploadUrl(ports, params.uuid, null);
    const record = renderStagedDocument(document, publicUrl);
    return { status: 200, body: { ...record, uploadSignedUrl } };
  }),
);
