import { createSessionTurns, type LiveEventsParts } from "@/lib/http/live/live-events-endpoint";
import { UserStreams } from "@/lib/http/live/live-stream";
import { LiveFeed } from "@/lib/live/use-cases/live-feed";
import type { Container } from "../../../container";
import { getContainer } from "../../../current-container";

/** Builds a live feed from the parts of a process. */
export const createLiveFeed = ({ ports, changes, logger, timers }: Container): LiveFeed =>
  new LiveFeed({ liveChanges: ports.liveChanges, changes, logger, timers });

const shared: typeof globalThis & {
  stagedoorLive?: { readonly container: Container; readonly feed: LiveFeed };
  stagedoorSessionTurns?: LiveEventsParts["sessionTurns"];
  stagedoorUserStreams?: UserStreams;
  stagedoorStopping?: AbortController;
} = globalThis;

/**
 * Returns the live updates of this process. They are stored on globalThis because Next may load this module twice. They
 * belong to a container, because a test may share another one after its own has been closed.
 */
export function getLiveEventsParts(): LiveEventsParts {
  const container = getContainer();
  if (shared.stagedoorLive?.container !== container) {
    shared.stagedoorLive = { container, feed: createLiveFeed(container) };
  }
  shared.stagedoorSessionTurns ??= createSessionTurns();
  shared.stagedoorUserStreams ??= new UserStreams();
  return {
    feed: shared.stagedoorLive.feed,
    timers: container.timers,
    sessionTurns: shared.stagedoorSessionTurns,
    userStreams: shared.stagedoorUserStreams,
    stopping: shared.stagedoorStopping?.signal ?? null,
  };
}
