import { withApi } from "@/app/endpoints";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  // Public, because developers who are getting started do not have a key yet.
  GET: async ({ publicUrl }) => ({ status: 200, body: openApiDocument(publicUrl) }),
});
