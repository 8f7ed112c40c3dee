import type { Endpoint, RequestPorts } from "@/lib/http/core/endpoint";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { LiveFeed } from "./live-feed";
import { openLiveStream } from "./live-stream";
import { systemTimers, type Timers } from "./timers";

/** Each holds a connection; a browser has one, whatever it shows. */
export const STREAMS_MAX = 200;

const HEADERS = {
  "content-type": "text/event-stream",
  // Whoever compressed it would hold events back.
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

const shared: typeof globalThis & { stagedoorStopping?: AbortController } = globalThis;

/** An endpoint that answers a signed-in browser with what changes, as long as it listens. */
export function liveEventsEndpoint(
  getFeed: () => Pick<LiveFeed, "listen" | "listenerCount">,
  timers: Timers = systemTimers,
): Endpoint<RequestPorts, Record<never, string>> {
  return async ({ authenticateAdministrator }, { request }) => {
    const headers = new Headers(request.headers);
    await authenticateAdministrator(headers);
    if (request.method === "HEAD") return { status: 200, headers: HEADERS };
    const feed = getFeed();
    if (feed.listenerCount >= STREAMS_MAX) throw tooManyStreams();
    const { stagedoorStopping } = shared;
    const stream = openLiveStream({
      ...{ feed, timers },
      isSignedIn: () => authenticateAdministrator(headers).then(() => true, isOtherError),
      endings: [request.signal, ...(stagedoorStopping ? [stagedoorStopping.signal] : [])],
    });
    return { status: 200, stream, headers: HEADERS };
  };
}

/** False for a session that has ended; other failures say nothing of it. */
function isOtherError(error: unknown): false {
  if (error instanceof DomainError && error.code === "sign-in-required") return false;
  throw error;
}

const tooManyStreams = () =>
  new DomainError(
    "too-many-streams",
    `${STREAMS_MAX} pages listen to live updates already. Come again shortly; pages read anew by themselves meanwhile.`,
  );
