import type { Inngest } from "inngest";
import { DomainError } from "@/lib/domain/errors";
import type { InngestSettings } from "@/lib/env";
import type { DeliveryRun, DeliveryRuns } from "@/lib/ports/delivery-runs";
import { notificationCreated, notificationWake } from "./events";

const PROBE_TIMEOUT_MS = 2_000;

/**
 * Deliveries as runs of Inngest functions.
 * @param loadClient asked when the first event is sent: the SDK is large, and many processes send none
 */
export function createInngestDeliveryRuns(
  loadClient: () => Promise<Inngest>,
  { baseUrl }: Pick<InngestSettings, "baseUrl">,
): DeliveryRuns {
  const send = async (events: Parameters<Inngest["send"]>[0] & readonly unknown[]) => {
    if (events.length === 0) return;
    const client = await loadClient();
    await client.send(events).catch((cause: unknown) => {
      throw unavailable(cause);
    });
  };
  return {
    start: (runs) => send(runs.map(created)),
    wake: (runs) => send(runs.map((run) => notificationWake.create({ ...dataOf(run) }))),
    async checkReachable() {
      // Inngest Cloud has no address that tells; whether it takes events is seen when the next one is sent.
      if (baseUrl === null) return;
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const answer = await fetch(new URL("/health", baseUrl), { signal }).catch(
        (cause: unknown) => {
          throw unavailable(cause);
        },
      );
      await answer.body?.cancel();
      if (!answer.ok) throw unavailable(new Error(`the engine's health answered ${answer.status}`));
    },
  };
}

/** The id makes a repeated event begin nothing: Inngest remembers it for 24 hours, and the row decides after that. */
const created = (run: DeliveryRun) =>
  notificationCreated.create(dataOf(run), {
    id: `notification-${run.notificationId}-${run.generation}`,
  });

const dataOf = ({ notificationId, generation }: DeliveryRun) => ({ notificationId, generation });

const unavailable = (cause: unknown) =>
  new DomainError(
    "engine-unavailable",
    "The engine of durable work does not answer at the moment. What was decided is kept and done when it answers again.",
    { cause },
  );
