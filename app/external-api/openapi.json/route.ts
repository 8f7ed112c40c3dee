import { getContainer } from "@/app/container";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";
import { withApi } from "@/lib/http/with-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  // Public: whoever looks for a way in has no key yet.
  GET: async ({ publicUrl }) => ({ status: 200, body: openApiDocument(publicUrl) }),
});
