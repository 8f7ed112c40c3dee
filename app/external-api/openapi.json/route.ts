import { getContainer } from "@/app/container";
import { withApi } from "@/lib/http/core/with-api";
import { openApiDocument } from "@/lib/http/openapi/openapi-document";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  // Public: whoever looks for a way in has no key yet.
  GET: async ({ publicUrl }) => ({ status: 200, body: openApiDocument(publicUrl) }),
});
