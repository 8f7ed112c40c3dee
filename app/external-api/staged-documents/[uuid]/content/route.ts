import { implement, withOperations } from "@/app/endpoints";
import { getDocumentContent } from "@/lib/documents/use-cases/staged-documents";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(DOCUMENT_OPERATIONS.getContent, async ({ ports, params }) => {
    const { downloadSignedUrl } = await getDocumentContent(ports, params.uuid);
    return { status: 307, headers: { location: downloadSignedUrl } };
  }),
);
