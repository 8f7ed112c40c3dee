import { implement, withOperations } from "@/app/endpoints";
import { deleteStagedDocument } from "@/lib/documents/use-cases/delete-staged-document";
import { moveToAsset } from "@/lib/documents/use-cases/move-to-asset";
import { renderStagedDocument } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";
import { getDocument, reportDocument } from "../hot-endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  getDocument,
  reportDocument,
  implement(
    DOCUMENT_OPERATIONS.moveStagedDocument,
    async ({ ports, publicUrl, actor, params, body }) => {
      const document = await moveToAsset(ports, { actor, ...params, ...body });
      return { status: 200, body: renderStagedDocument(document, publicUrl) };
    },
  ),
  implement(
    DOCUMENT_OPERATIONS.deleteStagedDocument,
    async ({ ports, publicUrl, actor, params, query }) => {
      const document = await deleteStagedDocument(ports, { actor, ...params, ...query });
      return { status: 200, body: renderStagedDocument(document, publicUrl) };
    },
  ),
);
