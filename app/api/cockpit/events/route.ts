import { getContainer } from "@/app/container";
import { liveEventsEndpoint } from "@/app/live-events";
import { getLiveFeed } from "@/app/live-feed";
import { withApi } from "@/lib/http/core/with-api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi(getContainer, {
  GET: liveEventsEndpoint(getLiveFeed),
});
