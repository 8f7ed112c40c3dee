import { withApi } from "@/app/endpoints";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  // Public: a reader who is getting started has no key yet.
  GET: async ({ publicUrl }) => ({ status: 200, body: openApiDocument(publicUrl) }),
});
