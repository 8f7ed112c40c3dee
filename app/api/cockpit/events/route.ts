import { withApi } from "@/app/endpoints";
import { liveEventsEndpoint } from "@/app/live-events";
import { getLiveFeed } from "@/app/live-feed";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: liveEventsEndpoint(getLiveFeed),
});
