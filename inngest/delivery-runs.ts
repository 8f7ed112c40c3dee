import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { DeliveryRun, DeliveryRuns } from "@/lib/notifications/ports/delivery-runs";
import { createEventSender, type SentEvent } from "./send-events";

const PROBE_TIMEOUT_MS = 2_000;
/** A new URL may wake everything that waits, and Inngest takes 5,000 events at once. */
const EVENTS_AT_ONCE_MAX = 1_000;
/** Of all attempts that the SDK makes: callers of the API wait for it, and the relay asks again. */
const SEND_TIMEOUT_MS = 5_000;

/**
 * Deliveries as runs of Inngest functions. A server at an address of plain HTTP gets its events without the SDK, which is large and
 * takes three times the CPU for each; others, with environments and branches that only the SDK knows, through it.
 * @param settings null: this process knows no Inngest; every call rejects, and the relay of another one does its work
 * @param importParts how the SDK is loaded; asked again after it failed
 */
export function createDeliveryRuns(
  settings: InngestSettings | null,
  logger: Logger,
  importParts: typeof importSdk = importSdk,
): DeliveryRuns {
  const sendEvents =
    settings && (directSender(settings) ?? sdkSender(settings, logger, importParts));
  const send = async (kind: keyof typeof EVENTS, runs: readonly DeliveryRun[]) => {
    if (runs.length === 0) return;
    try {
      if (!sendEvents) throw NO_SETTINGS;
      for (let sent = 0; sent < runs.length; sent += EVENTS_AT_ONCE_MAX) {
        const some = runs.slice(sent, sent + EVENTS_AT_ONCE_MAX);
        await withinTime(sendEvents(some.map(EVENTS[kind])));
      }
    } catch (cause) {
      throw unavailable(cause);
    }
  };
  return {
    start: (runs) => send("created", runs),
    wake: (runs) => send("wake", runs),
    async checkReachable() {
      if (settings === null) throw unavailable(NO_SETTINGS);
      // Inngest Cloud has no address that tells; whether it takes events is seen when the next one is sent.
      if (settings.baseUrl === null) return;
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const health = await fetch(new URL("/health", settings.baseUrl), { signal }).catch(
        (cause: unknown) => {
          throw unavailable(cause);
        },
      );
      await health.body?.cancel();
      if (!health.ok) throw unavailable(new Error(`its health answers ${health.status}`));
    },
  };
}

/** The sending itself may go on: an event that comes later than its sender believes does no harm. */
async function withinTime(sending: Promise<unknown>): Promise<void> {
  const waits = new AbortController();
  const { signal } = waits;
  const late = sleep(SEND_TIMEOUT_MS, undefined, { signal }).then(() => {
    throw new Error(`it did not take the events within ${SEND_TIMEOUT_MS / 1000} s`);
  });
  await Promise.race([sending, late]).finally(() => waits.abort());
}

const NO_SETTINGS = new Error("INNGEST_SIGNING_KEY is not set in this process");

const importSdk = () => import("./client");

/** null: a server that the SDK has to speak to. */
function directSender({ baseUrl, eventKey }: InngestSettings) {
  if (!baseUrl?.startsWith("http:") || eventKey === null) return null;
  return createEventSender({ baseUrl, eventKey, timeoutMs: SEND_TIMEOUT_MS });
}

/** Loads the SDK with the first event: many processes send none. */
function sdkSender(settings: InngestSettings, logger: Logger, importParts: typeof importSdk) {
  let loaded: ReturnType<typeof importSdk> | null = null;
  let client: ReturnType<Awaited<ReturnType<typeof importSdk>>["createInngestClient"]> | null =
    null;
  return async (events: readonly SentEvent[]): Promise<void> => {
    loaded ??= importParts().catch((cause: unknown) => {
      // What could not be read for a moment, because too many files were open, is read with the next event.
      loaded = null;
      throw cause;
    });
    const { createInngestClient } = await loaded;
    client ??= createInngestClient(settings, logger);
    await client.send(events.map(({ name, data, id }) => ({ name, data, ...(id && { id }) })));
  };
}

const EVENTS = {
  /** The id makes a repeated event begin nothing: Inngest remembers it for 24 hours, and the row decides after that. */
  created: ({ notificationId, generation }: DeliveryRun): SentEvent => ({
    name: "webhook/notification.created",
    data: { notificationId, generation },
    id: `notification-${notificationId}-${generation}`,
  }),
  wake: ({ notificationId, generation }: DeliveryRun): SentEvent => ({
    name: "webhook/notification.wake",
    data: { notificationId, generation },
  }),
};

const unavailable = (cause: unknown) =>
  new DomainError(
    "engine-unavailable",
    "The engine of durable work does not answer at the moment. What was decided is kept and done when it answers again.",
    { cause },
  );
