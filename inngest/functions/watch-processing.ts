import type { Inngest } from "inngest";
import type { ProcessingWatch } from "../processing-watch";

/** What the schedule of the watch works with. */
export interface WatchFunctionParts {
  readonly inngest: Inngest;
  readonly processingWatch: ProcessingWatch;
}

/** Once a minute, for hosts where no process lives long enough to watch on its own timer. */
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
