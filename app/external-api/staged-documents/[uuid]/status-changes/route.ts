import { getContainer } from "@/app/container";
import { listStatusChanges } from "@/lib/documents/use-cases/list-status-changes";
import { endpoint } from "@/lib/http/core/endpoint";
import { readQuery } from "@/lib/http/core/read-query";
import { withApi } from "@/lib/http/core/with-api";
import { pageQuery } from "@/lib/http/documents/schemas";
import { renderStatusChanges } from "@/lib/http/documents/serializers";

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
