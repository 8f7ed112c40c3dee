import { withApi } from "@/app/endpoints";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  // Public: whoever looks for a way in has no key yet.
  GET: async ({ publicUrl }) => ({ status: 200, body: openApiDocument(publicUrl) }),
});
