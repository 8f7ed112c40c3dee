import { shared } from "@/app/process.mjs";
import { createSessionTurns, type LiveEventsParts } from "@/lib/http/live/live-events-endpoint";
import { UserStreams } from "@/lib/http/live/live-stream";
import { LiveFeed } from "@/lib/live/use-cases/live-feed";
import type { Container } from "../../../container";
import { getContainer } from "../../../current-container";

/** Builds a live feed from the parts of a process. */
export const createLiveFeed = ({ ports, changes, logger, timers }: Container): LiveFeed =>
  new LiveFeed({ liveChanges: ports.liveChanges, changes, logger, timers });

/** Returns the live updates of this process, which it creates for each container once. */
export function getLiveEventsParts(): LiveEventsParts {
  const container = getContainer();
  if (shared.live?.container !== container) {
    const parts = {
      feed: createLiveFeed(container),
      timers: container.timers,
      sessionTurns: createSessionTurns(),
      userStreams: new UserStreams(),
    };
    shared.live = { container, parts };
  }
  return { ...shared.live.parts, stopping: shared.stopping?.signal ?? null };
}
