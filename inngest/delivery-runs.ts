import type { Logger } from "pino";
import { DomainError } from "@/lib/domain/errors";
import type { InngestSettings } from "@/lib/env";
import type { DeliveryRun, DeliveryRuns } from "@/lib/ports/delivery-runs";

const PROBE_TIMEOUT_MS = 2_000;

/**
 * Deliveries as runs of Inngest functions. The SDK is loaded with the first event: it is large, and many processes send none.
 * @param settings null: this process knows no Inngest; every call rejects, and the relay of another one does its work
 */
export function createDeliveryRuns(settings: InngestSettings | null, logger: Logger): DeliveryRuns {
  let loaded: ReturnType<typeof load> | null = null;
  const send = async (kind: "created" | "wake", runs: readonly DeliveryRun[]) => {
    if (runs.length === 0) return;
    try {
      loaded ??= load(settings, logger);
      const { client, events } = await loaded;
      await client.send(runs.map((run) => events[kind](run)));
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

const NO_SETTINGS = new Error("INNGEST_SIGNING_KEY is not set in this process");

async function load(settings: InngestSettings | null, logger: Logger) {
  if (settings === null) throw NO_SETTINGS;
  const [{ createInngestClient }, { notificationCreated, notificationWake }] = await Promise.all([
    import("./client"),
    import("./events"),
  ]);
  return {
    client: createInngestClient(settings, logger),
    events: {
      /** The id makes a repeated event begin nothing: Inngest remembers it for 24 hours, and the row decides after that. */
      created: ({ notificationId, generation }: DeliveryRun) =>
        notificationCreated.create(
          { notificationId, generation },
          { id: `notification-${notificationId}-${generation}` },
        ),
      wake: ({ notificationId, generation }: DeliveryRun) =>
        notificationWake.create({ notificationId, generation }),
    },
  };
}

const unavailable = (cause: unknown) =>
  new DomainError(
    "engine-unavailable",
    "The engine of durable work does not answer at the moment. What was decided is kept and done when it answers again.",
    { cause },
  );
