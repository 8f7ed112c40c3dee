import { getContainer } from "@/app/container";
import { readStatusFeed } from "@/lib/documents/use-cases/read-status-feed";
import { endpoint } from "@/lib/http/core/endpoint";
import { readQuery } from "@/lib/http/core/read-query";
import { withApi } from "@/lib/http/core/with-api";
import { statusFeedQuery } from "@/lib/http/documents/schemas";
import { renderStatusFeed } from "@/lib/http/documents/serializers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, publicUrl, query }) => {
      const page = await readStatusFeed(ports, readQuery(query, statusFeedQuery));
      return { status: 200, body: renderStatusFeed(page, publicUrl) };
    },
  }),
});
