import type { Logger } from "pino";
import type { BulkStarts } from "@/lib/documents/bulk-ports";
import type { InngestSettings } from "@/lib/env/read-settings";
import { createEventSender } from "./event-sender";

/**
 * Creates the port that starts work on many documents as Inngest functions. Events contain only the id of the work.
 * @param settings null if this process has no Inngest settings: every call rejects, and the check for stalled work starts it
 */
export function createBulkStarts(settings: InngestSettings | null, logger: Logger): BulkStarts {
  const send = createEventSender(settings, logger);
  return {
    start: (runs) =>
      send(
        runs.map(({ id, generation }) => ({
          name: "document/bulk-work.requested",
          data: { id, generation },
          id: `bulk-work-${id}-${generation}`,
        })),
      ),
  };
}
