import { getLiveEventsParts } from "@/app/api/cockpit/events/live";
import { withApi } from "@/app/endpoints";
import { liveEventsEndpoint } from "@/lib/http/live/live-events-endpoint";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = withApi({
  GET: liveEventsEndpoint(getLiveEventsParts),
});
