import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import type { ProcessingStarts } from "@/lib/processing/ports";
import { runEventId } from "@/lib/processing/rules/processing-run";
import { createEventSender } from "./event-sender";

/**
 * Creates the port that starts processing runs as Inngest functions. Events contain only row ids and no content.
 * @param settings null if this process has no Inngest settings: every call rejects, and another process's watch does the
 * work
 */
export function createProcessingStarts(
  settings: InngestSettings | null,
  logger: Logger,
): ProcessingStarts {
  const send = createEventSender(settings, logger);
  return {
    start: (runs) =>
      send(
        runs.map(({ documentUuid, n }) => ({
          name: "document/processing.requested",
          data: { documentUuid, n },
          id: runEventId({ documentUuid, n }),
        })),
      ),
  };
}
