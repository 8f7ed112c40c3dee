import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import type { DeliveryRun, DeliveryRuns } from "@/lib/notifications/ports";
import type { SentEvent } from "./direct-sender";
import {
  createEventSender,
  engineUnavailable,
  importSdk,
  NO_INNGEST_SETTINGS,
} from "./event-sender";

const PROBE_TIMEOUT_MS = 2_000;

/**
 * Creates the port that runs deliveries as Inngest functions.
 * @param settings null if this process has no Inngest settings: every call rejects, and another process's relay does the
 * work
 * @param importParts see `createEventSender`
 */
export function createDeliveryRuns(
  settings: InngestSettings | null,
  logger: Logger,
  importParts: typeof importSdk = importSdk,
): DeliveryRuns {
  const send = createEventSender(settings, logger, importParts);
  return {
    start: (runs) => send(runs.map(created)),
    wake: (runs) => send(runs.map(woken)),
    async checkReachable() {
      if (settings === null) throw engineUnavailable(NO_INNGEST_SETTINGS);
      // Inngest Cloud has no health endpoint; only the next event shows whether it accepts events.
      if (settings.baseUrl === null) return;
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const health = await fetch(new URL("/health", settings.baseUrl), { signal }).catch(
        (cause: unknown) => {
          throw engineUnavailable(cause);
        },
      );
      await health.body?.cancel();
      if (!health.ok)
        throw engineUnavailable(new Error(`its health check returned ${health.status}`));
    },
  };
}

/**
 * The id prevents a duplicate event from starting another run. Inngest remembers the id for 24 hours; after that, the
 * state of the row prevents a second run.
 */
const created = ({ notificationId, generation }: DeliveryRun): SentEvent => ({
  name: "webhook/notification.created",
  data: { notificationId, generation },
  id: `notification-${notificationId}-${generation}`,
});

const woken = ({ notificationId, generation }: DeliveryRun): SentEvent => ({
  name: "webhook/notification.wake",
  data: { notificationId, generation },
});
