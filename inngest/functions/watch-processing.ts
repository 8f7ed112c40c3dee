import type { Inngest } from "inngest";
import type { ProcessingWatch } from "../processing-watch";

/** The dependencies of the watch schedule. */
export interface WatchFunctionParts {
  readonly inngest: Inngest;
  readonly processingWatch: ProcessingWatch;
}

/**
 * Creates the function that runs the watch once a minute, for hosts where no process lives long enough to use its own
 * timer.
 */
export function createWatchProcessingFunction({ inngest, processingWatch }: WatchFunctionParts) {
  return inngest.createFunction(
    {
      id: "watch-processing",
      triggers: [{ cron: "* * * * *" }],
      retries: 3,
      concurrency: [{ limit: 1 }],
    },
    ({ step }) => step.run("look", () => processingWatch.runOnce()),
  );
}
