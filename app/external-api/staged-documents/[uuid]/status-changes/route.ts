import { endpoint, withApi } from "@/app/endpoints";
import { listStatusChanges } from "@/lib/documents/use-cases/status-feed";
import { readQuery } from "@/lib/http/core/requests/read-query";
import { pageQuery } from "@/lib/http/core/schemas";
import { renderStatusChanges } from "@/lib/http/documents/external-api-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, params, query }) => {
      const { limit, cursor } = readQuery(query, pageQuery);
      const page = await listStatusChanges(ports, { ...params, limit, after: cursor ?? null });
      return { status: 200, body: renderStatusChanges(page) };
    },
  }),
});
