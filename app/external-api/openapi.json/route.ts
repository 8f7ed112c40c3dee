import { implement, withOperations } from "@/app/endpoints";
import { DESCRIPTION_OPERATIONS, openApiDocument } from "@/lib/http/openapi/openapi-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withOperations(
  implement(DESCRIPTION_OPERATIONS.getOpenApiDocument, async ({ publicUrl }) => ({
    status: 200,
    body: { ...openApiDocument(publicUrl) },
  })),
);
