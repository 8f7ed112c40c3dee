import { getContainer } from "@/app/container";
import { endpoint } from "@/lib/http/endpoint";
import { readQuery } from "@/lib/http/read-query";
import { statusFeedQuery } from "@/lib/http/schemas";
import { renderStatusFeed } from "@/lib/http/serializers";
import { withApi } from "@/lib/http/with-api";
import { readStatusFeed } from "@/lib/services/read-status-feed";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: endpoint({
    scope: "documents:read",
    handle: async ({ ports, publicUrl, query }) => {
      const page = await readStatusFeed(ports, readQuery(query, statusFeedQuery));
      return { status: 200, body: renderStatusFeed(page, publicUrl) };
    },
  }),
});
