import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { InngestSettings } from "@/lib/env/read-settings";
import { DomainError } from "@/lib/kernel/rules/errors";

/** Inngest takes 5,000 events at once. */
const EVENTS_AT_ONCE_MAX = 1_000;
/** Of all attempts that the SDK makes: callers of the API wait for it, and a look asks again. */
const SEND_TIMEOUT_MS = 5_000;

type Sdk = Awaited<ReturnType<typeof importSdk>>;
type Client = ReturnType<Sdk[0]["createInngestClient"]>;
type Sendable = Exclude<Parameters<Client["send"]>[0], readonly unknown[]>;

/** Sends an event for each of these; the kinds of events come with the SDK. Rejects with `engine-unavailable`. */
export type SendEvents = <Item>(
  items: readonly Item[],
  make: (events: Sdk[1], item: Item) => Sendable,
) => Promise<void>;

/** How the SDK is loaded. */
export const importSdk = () => Promise.all([import("./client"), import("./events")]);

/**
 * Sends events to Inngest. The SDK is loaded with the first event: it is large, and many processes send none.
 * @param settings null: this process knows no Inngest; every call rejects, and another process does its work
 * @param importParts how the SDK is loaded; asked again after it failed
 */
export function createEventSender(
  settings: InngestSettings | null,
  logger: Logger,
  importParts: typeof importSdk = importSdk,
): SendEvents {
  let loaded: ReturnType<typeof load> | null = null;
  return async (items, make) => {
    if (items.length === 0) return;
    try {
      loaded ??= load(settings, logger, importParts).catch((cause: unknown) => {
        // What could not be read for a moment, because too many files were open, is read with the next event.
        loaded = null;
        throw cause;
      });
      const { client, events } = await loaded;
      for (let sent = 0; sent < items.length; sent += EVENTS_AT_ONCE_MAX) {
        const some = items.slice(sent, sent + EVENTS_AT_ONCE_MAX);
        await withinTime(client.send(some.map((item) => make(events, item))));
      }
    } catch (cause) {
      throw engineUnavailable(cause);
    }
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

/** Why a process without settings reaches no engine. */
export const NO_INNGEST_SETTINGS = new Error("INNGEST_SIGNING_KEY is not set in this process");

async function load(
  settings: InngestSettings | null,
  logger: Logger,
  importParts: typeof importSdk,
) {
  if (settings === null) throw NO_INNGEST_SETTINGS;
  const [{ createInngestClient }, events] = await importParts();
  return { client: createInngestClient(settings, logger), events };
}

/** The one way to say that the engine does not answer. */
export const engineUnavailable = (cause: unknown) =>
  new DomainError(
    "engine-unavailable",
    "The engine of durable work does not answer at the moment. What was decided is kept and done when it answers again.",
    { cause },
  );
