import { endpoint, withApi } from "@/app/endpoints";
import { readStatusFeed } from "@/lib/documents/use-cases/status-feed";
import { readQuery } from "@/lib/http/core/requests/read-query";
import { statusFeedQuery } from "@/lib/http/documents/external-api-schemas";
import { renderStatusFeed } from "@/lib/http/documents/external-api-serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, publicUrl, query }) => {
      const page = await readStatusFeed(ports, readQuery(query, statusFeedQuery));
      return { status: 200, body: renderStatusFeed(page, publicUrl) };
    },
  }),
});
