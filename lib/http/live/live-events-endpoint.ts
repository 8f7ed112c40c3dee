import type { Timers } from "@/lib/kernel/ports/timers";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { LiveFeed } from "@/lib/live/use-cases/live-feed";
import type { Endpoint, RequestPorts } from "../core/endpoint";
import { openLiveStream } from "./live-stream";

/** Each holds a connection; a browser has one, whatever it shows. */
export const STREAMS_MAX = 200;

const HEADERS = {
  "content-type": "text/event-stream",
  // Whoever compressed it would hold events back.
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** What the streams of a process work with. */
export interface LiveEventsParts {
  readonly feed: Pick<LiveFeed, "listen" | "listenerCount">;
  readonly timers: Timers;
  /** Aborts when the process is to end; null when it has no graceful end. */
  readonly stopping: AbortSignal | null;
}

/** An endpoint that answers a signed-in browser with what changes, as long as it listens. */
export function liveEventsEndpoint(
  getParts: () => LiveEventsParts,
): Endpoint<RequestPorts, Record<never, string>> {
  return async ({ authenticateAdministrator }, { request }) => {
    const headers = new Headers(request.headers);
    await authenticateAdministrator(headers);
    if (request.method === "HEAD") return { status: 200, headers: HEADERS };
    const { feed, timers, stopping } = getParts();
    if (feed.listenerCount >= STREAMS_MAX) throw tooManyStreams();
    const stream = openLiveStream({
      ...{ feed, timers },
      isSignedIn: () => authenticateAdministrator(headers).then(() => true, isOtherError),
      endings: [request.signal, ...(stopping ? [stopping] : [])],
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
    `${STREAMS_MAX} pages are already receiving live updates. Try again later; until then, pages refresh every few seconds.`,
  );
