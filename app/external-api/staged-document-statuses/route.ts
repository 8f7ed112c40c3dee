import { endpoint, withApi } from "@/app/endpoints";
import { renderLifecycle } from "@/lib/http/documents/external-api-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "documents:read",
    handle: async () => ({ status: 200, body: renderLifecycle() }),
  }),
});
