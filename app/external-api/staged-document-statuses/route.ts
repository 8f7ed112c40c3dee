import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/core/endpoint";
import { withApi } from "@/lib/http/core/with-api";
import { renderLifecycle } from "@/lib/http/documents/serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: endpoint({
    scope: "documents:read",
    handle: async () => ({ status: 200, body: renderLifecycle() }),
  }),
});
