import { implement, withOperations } from "@/app/endpoints";
import { renderDocumentClasses } from "@/lib/http/processing/document-class-schemas";
import { CLASS_OPERATIONS } from "@/lib/http/processing/operations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(CLASS_OPERATIONS.listDocumentClasses, async ({ ports }) => ({
    status: 200,
    body: renderDocumentClasses(await ports.vocabulary.listClasses()),
  })),
);
