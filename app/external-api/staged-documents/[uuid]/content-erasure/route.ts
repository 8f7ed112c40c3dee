import { implement, withOperations } from "@/app/endpoints";
import { eraseContent } from "@/lib/documents/use-cases/delete-staged-document";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(
    DOCUMENT_OPERATIONS.eraseContent,
    async ({ ports, publicUrl, actor, params, body: { reason = null } }) => {
      const { document, removalFailure } = await eraseContent(ports, { actor, ...params, reason });
      const body = renderStagedDocument(document, publicUrl);
      return { status: 200, body, warning: removalFailure };
    },
  ),
);
