import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import { DomainError } from "@/lib/kernel/rules/errors";
import { createDirectSender, type SentEvent } from "./direct-sender";

/**
 * Events are sent in batches of this size. A new URL may wake all waiting runs, and Inngest accepts at most 5,000 events
 * per request.
 */
const EVENTS_AT_ONCE_MAX = 1_000;
/**
 * The timeout for all attempts together. API callers wait for the attempts, and a later check sends the events again.
 */
const SEND_TIMEOUT_MS = 5_000;

/** Loads the SDK. */
export const importSdk = () => import("./client");

/**
 * Creates a function that sends events to Inngest. Events to a plain HTTP server bypass the SDK, which is large and takes
 * three times the CPU per event; other servers need the SDK for environments and branches.
 * @param settings null if this process has no Inngest settings: every call rejects, and another process does the work
 * @param importParts loads the SDK; called again after a failure
 * @returns a function that rejects with DomainError `engine-unavailable`
 */
export function createEventSender(
  settings: InngestSettings | null,
  logger: Logger,
  importParts: typeof importSdk = importSdk,
): (events: readonly SentEvent[]) => Promise<void> {
  const send = settings && (directSender(settings) ?? sdkSender(settings, logger, importParts));
  return async (events) => {
    if (events.length === 0) return;
    try {
      if (!send) throw NO_INNGEST_SETTINGS;
      for (let sent = 0; sent < events.length; sent += EVENTS_AT_ONCE_MAX) {
        await withinTime(send(events.slice(sent, sent + EVENTS_AT_ONCE_MAX)));
      }
    } catch (cause) {
      throw engineUnavailable(cause);
    }
  };
}

/** Rejects when the time is up. The request may still be running, but an event that arrives late does no harm. */
async function withinTime(sending: Promise<unknown>): Promise<void> {
  const waits = new AbortController();
  const { signal } = waits;
  const late = sleep(SEND_TIMEOUT_MS, undefined, { signal }).then(() => {
    throw new Error(`it did not accept the events within ${SEND_TIMEOUT_MS / 1000} s`);
  });
  await Promise.race([sending, late]).finally(() => waits.abort());
}

/** The reason why a process without these settings cannot reach an engine. */
export const NO_INNGEST_SETTINGS = new Error("INNGEST_SIGNING_KEY is not set in this process");

/** Creates a sender that bypasses the SDK; null if the server needs the SDK. */
function directSender({ baseUrl, eventKey }: InngestSettings) {
  if (!baseUrl?.startsWith("http:") || eventKey === null) return null;
  return createDirectSender({ baseUrl, eventKey, timeoutMs: SEND_TIMEOUT_MS });
}

/** Loads the SDK for the first event, because many processes never send one. */
function sdkSender(settings: InngestSettings, logger: Logger, importParts: typeof importSdk) {
  let loaded: ReturnType<typeof importSdk> | null = null;
  let client: ReturnType<Awaited<ReturnType<typeof importSdk>>["createInngestClient"]> | null =
    null;
  return async (events: readonly SentEvent[]): Promise<void> => {
    loaded ??= importParts().catch((cause: unknown) => {
      // Loading may fail temporarily, for example if too many files are open, so the next event loads the SDK again.
      loaded = null;
      throw cause;
    });
    const { createInngestClient } = await loaded;
    client ??= createInngestClient(settings, logger);
    await client.send(events.map(({ name, data, id }) => ({ name, data, ...(id && { id }) })));
  };
}

/** Creates the error for an engine that does not respond. */
export const engineUnavailable = (cause: unknown) =>
  new DomainError(
    "engine-unavailable",
    "The durable work engine is not responding. Saved work continues when it responds again.",
    { cause },
  );
