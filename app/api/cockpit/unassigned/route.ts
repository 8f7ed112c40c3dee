import { getContainer } from "@/app/container";
import { adminEndpoint } from "@/lib/http/admin-endpoint";
import { unassignedQuery } from "@/lib/http/cockpit/asset-schemas";
import { renderUnassigned } from "@/lib/http/cockpit/asset-serializers";
import { readQuery } from "@/lib/http/read-query";
import { withApi } from "@/lib/http/with-api";
import { listUnassignedDocuments } from "@/lib/services/list-unassigned-documents";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: adminEndpoint({
    handle: async ({ ports, query }) => {
      const { q, after = null, limit } = readQuery(query, unassignedQuery);
      const page = await listUnassignedDocuments(ports, { text: q, after, limit });
      return { status: 200, body: renderUnassigned(page) };
    },
  }),
});
