import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { readQuery } from "@/lib/http/read-query";
import { pageQuery } from "@/lib/http/schemas";
import { renderStatusChanges } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { listStatusChanges } from "@/lib/services/list-status-changes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi<{ uuid: string }>(
  getContainer,
  {
    GET: endpoint({
      scope: "documents:read",
      handle: async ({ ports, params, query }) => {
        const { limit, cursor } = readQuery(query, pageQuery);
        const page = await listStatusChanges(ports, { ...params, limit, after: cursor ?? null });
        return { status: 200, body: renderStatusChanges(page) };
      },
    }),
  },
);
