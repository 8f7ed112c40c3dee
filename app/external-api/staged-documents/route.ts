import { implement, withOperations } from "@/app/endpoints";
import { listStagedDocuments } from "@/lib/documents/use-cases/staged-documents";
import { documentSelectionOf } from "@/lib/http/documents/external-api-schemas";
import { renderStagedDocuments } from "@/lib/http/documents/external-api-serializers";
import { DOCUMENT_OPERATIONS } from "@/lib/http/documents/operations";
import { createDocument } from "./hot-endpoints";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(DOCUMENT_OPERATIONS.listStagedDocuments, async ({ ports, publicUrl, query }) => {
    const options = documentSelectionOf(query);
    const page = await listStagedDocuments(ports, options);
    return { status: 200, body: renderStagedDocuments(page, { ...options, publicUrl }) };
  }),
  createDocument,
);
