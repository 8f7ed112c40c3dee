import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { renderLifecycle } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: endpoint({
    scope: "documents:read",
    handle: async () => ({ status: 200, body: renderLifecycle() }),
  }),
});
