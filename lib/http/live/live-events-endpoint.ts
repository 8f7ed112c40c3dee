import type { Timers } from "@/lib/kernel/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import { limitAtOnce } from "@/lib/kernel/rules/limit-at-once";
import type { LiveFeed } from "@/lib/live/use-cases/live-feed";
import type { Endpoint, RequestPorts } from "../core/endpoint";
import { openLiveStream, type SessionTurns, type UserStreams } from "./live-stream";

/**
 * The maximum number of streams, each of which holds a connection. A browser opens only one, even if it shows many pages.
 */
export const STREAMS_MAX = 200;

/** The maximum number of streams for each user. Only visible pages have one, so hardly anybody has more. */
export const STREAMS_OF_USER_MAX = 10;

/**
 * The maximum number of pool connections used for session checks, regardless of the pool's size, so that the other
 * connections stay free for calls.
 */
const SESSION_CHECKS_AT_ONCE_MAX = 2;

const HEADERS = {
  "content-type": "text/event-stream",
  // `no-transform` prevents compression, which would delay events.
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** The dependencies of the streams of a process. */
export interface LiveEventsParts {
  readonly feed: Pick<LiveFeed, "listen" | "listenerCount">;
  readonly timers: Timers;
  /** The queue for session checks, which all streams of the process share; see `createSessionTurns`. */
  readonly sessionTurns: SessionTurns;
  /** The open streams of each user, which all streams of the process share. */
  readonly userStreams: UserStreams;
  /** Aborted when the process is about to end; null if it has no graceful shutdown. */
  readonly stopping: AbortSignal | null;
}

/**
 * Creates an endpoint that streams changes to a signed-in browser until the stream ends. One user has at most
 * `STREAMS_OF_USER_MAX` streams: a newer one ends the oldest, which may belong to a browser that has disappeared.
 */
export function liveEventsEndpoint(
  getParts: () => LiveEventsParts,
): Endpoint<RequestPorts, Record<never, string>> {
  return async ({ authenticateUser }, { request }) => {
    // Node aborts a request's signal only while the request itself is reachable, so the session check keeps a reference
    // to it.
    const authenticate = () => authenticateUser(request.headers);
    const { feed, timers, sessionTurns, userStreams, stopping } = getParts();
    const { id } = await sessionTurns(authenticate);
    if (request.method === "HEAD") return { status: 200, headers: HEADERS };
    userStreams.makeRoom(id, STREAMS_OF_USER_MAX);
    if (feed.listenerCount >= STREAMS_MAX) throw tooManyStreams();
    const stream = openLiveStream({
      feed,
      timers,
      sessionTurns,
      enrol: (replace) => userStreams.add(id, replace),
      isSignedIn: () => authenticate().then(() => true, isOtherError),
      endings: [request.signal, stopping].filter((signal) => signal !== null),
    });
    return { status: 200, stream, headers: HEADERS };
  };
}

/**
 * Creates the queue for the session checks of a process. Two checks run at a time, so that 200 streams never delay the
 * process's calls, even if all of them open at once. As many checks can wait as there can be open streams.
 */
export const createSessionTurns = (): SessionTurns =>
  limitAtOnce(SESSION_CHECKS_AT_ONCE_MAX, 2 * STREAMS_MAX, tooManyStreams);

/** Returns false if the error means that the session has ended. Rethrows any other error. */
function isOtherError(error: unknown): false {
  if (error instanceof DomainError && error.code === "sign-in-required") return false;
  throw error;
}

const tooManyStreams = () =>
  new DomainError(
    "too-many-streams",
    `${STREAMS_MAX} pages are already receiving live updates. Try again later; until then, pages refresh every few seconds.`,
  );
