import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import { DomainError } from "@/lib/kernel/rules/errors";
import { createDirectSender, type SentEvent } from "./direct-sender";

/** A new URL may wake all waiting runs, and Inngest accepts 5,000 events at once. */
const EVENTS_AT_ONCE_MAX = 1_000;
/** The time-out for all attempts together: callers of the API wait for it, and a later check retries. */
const SEND_TIMEOUT_MS = 5_000;

/** How the SDK is loaded. */
export const importSdk = () => import("./client");

/**
 * Sends events to Inngest. A server at a plain HTTP address gets its events without the SDK, which is large and takes three
 * times the CPU per event; others, with environments and branches that only the SDK supports, get them through it.
 * @param settings null: this process knows no Inngest; every call rejects, and another process does the work
 * @param importParts how the SDK is loaded; retried after a failure
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

/** Sending may continue: a late event does no harm. */
async function withinTime(sending: Promise<unknown>): Promise<void> {
  const waits = new AbortController();
  const { signal } = waits;
  const late = sleep(SEND_TIMEOUT_MS, undefined, { signal }).then(() => {
    throw new Error(`it did not accept the events within ${SEND_TIMEOUT_MS / 1000} s`);
  });
  await Promise.race([sending, late]).finally(() => waits.abort());
}

/** Why a process without these settings cannot reach an engine. */
export const NO_INNGEST_SETTINGS = new Error("INNGEST_SIGNING_KEY is not set in this process");

/** null: a server that needs the SDK. */
function directSender({ baseUrl, eventKey }: InngestSettings) {
  if (!baseUrl?.startsWith("http:") || eventKey === null) return null;
  return createDirectSender({ baseUrl, eventKey, timeoutMs: SEND_TIMEOUT_MS });
}

/** Loads the SDK with the first event: many processes send none. */
function sdkSender(settings: InngestSettings, logger: Logger, importParts: typeof importSdk) {
  let loaded: ReturnType<typeof importSdk> | null = null;
  let client: ReturnType<Awaited<ReturnType<typeof importSdk>>["createInngestClient"]> | null =
    null;
  return async (events: readonly SentEvent[]): Promise<void> => {
    loaded ??= importParts().catch((cause: unknown) => {
      // If loading failed for a moment, for example because too many files were open, the next event retries it.
      loaded = null;
      throw cause;
    });
    const { createInngestClient } = await loaded;
    client ??= createInngestClient(settings, logger);
    await client.send(events.map(({ name, data, id }) => ({ name, data, ...(id && { id }) })));
  };
}

/** The only error for an engine that does not respond. */
export const engineUnavailable = (cause: unknown) =>
  new DomainError(
    "engine-unavailable",
    "The durable work engine is not responding. Saved work continues when it responds again.",
    { cause },
  );
