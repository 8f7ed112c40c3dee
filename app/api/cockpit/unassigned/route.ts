import { getContainer } from "@/app/container";
import { listUnassignedDocuments } from "@/lib/assets/use-cases/list-unassigned-documents";
import { unassignedQuery } from "@/lib/http/assets/asset-schemas";
import { renderUnassigned } from "@/lib/http/assets/asset-serializers";
import { adminEndpoint } from "@/lib/http/core/admin-endpoint";
import { readQuery } from "@/lib/http/core/read-query";
import { withApi } from "@/lib/http/core/with-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: adminEndpoint({
    handle: async ({ ports, query }) => {
      const { q, after = null, limit } = readQuery(query, unassignedQuery);
      const page = await listUnassignedDocuments(ports, { text: q, after, limit });
      return { status: 200, body: renderUnassigned(page) };
    },
  }),
});
