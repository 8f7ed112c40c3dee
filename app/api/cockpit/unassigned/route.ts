import { userEndpoint, withApi } from "@/app/endpoints";
import { listUnassignedDocuments } from "@/lib/assets/use-cases/asset-overviews";
import { renderUnassigned, unassignedQuery } from "@/lib/http/assets/cockpit-schemas";
import { readQuery } from "@/lib/http/core/requests/read-query";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: userEndpoint({
    role: "reader",
    handle: async ({ ports, query }) => {
      const { q: text, ...page } = readQuery(query, unassignedQuery);
      const found = await listUnassignedDocuments(ports, { text, ...page });
      return { status: 200, body: renderUnassigned(found) };
    },
  }),
});
