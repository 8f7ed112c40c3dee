import { type Inngest, Middleware } from "inngest";
import type { Logger } from "pino";
import type { Changes } from "@/lib/documents/ports";
import { DomainError } from "@/lib/kernel/rules/errors";
import type { DeliveryRun, DeliveryRuns, SavedOutcome } from "@/lib/notifications/ports";
import { attemptDelivery, type DeliveryTurn } from "@/lib/notifications/use-cases/attempt-delivery";
import { notificationCreated, notificationWake } from "../client";

/** The dependencies of delivery runs. */
export interface DeliveryParts {
  readonly inngest: Inngest;
  readonly ports: Parameters<typeof attemptDelivery>[0] & {
    changes: Changes;
    deliveryRuns: DeliveryRuns;
  };
  readonly logger: Logger;
  /** Called for every turn that made a request, once the turn has been saved. */
  readonly onTurn: (turn: DeliveryTurn, run: DeliveryRun) => void;
}

/** Inngest ends a run at 1,000 steps; each turn except the last is followed by a wait, which is one step. */
const TURNS_MAX = 300;
/** The maximum number of concurrent requests; there is only one receiver. */
const CONCURRENCY = 20;
/** Retries are only for errors of the application itself: a bad response from a receiver is not a failed step. */
const RETRIES = 20;
/**
 * The maximum number of runs that one attempt wakes, because its step waits for the wake-ups to be sent. The check for
 * overdue deliveries wakes the remaining runs, page by page.
 */
const WOKEN_AT_ONCE_MAX = 500;

/**
 * Creates the delivery function: one run per notification and generation makes attempts when they are due according to
 * its row, until the notification is delivered or undelivered (decision 0025). Waiting for a wake-up event with the schedule's
 * timeout implements back-off, "Send now" and recovery. A turn is not a step: its row is saved before the function
 * continues, and a repeated turn returns the saved row. So a notification that is delivered on the first attempt costs
 * one call (decision 0042). Each call makes one turn, after the waits that have ended.
 */
export function createDeliverNotificationFunction(parts: DeliveryParts) {
  return parts.inngest.createFunction(
    {
      id: "deliver-notification",
      triggers: [notificationCreated],
      retries: RETRIES,
      concurrency: [{ limit: CONCURRENCY }],
      middleware: [SavedStepsMiddleware],
    },
    async ({ event, step, savedSteps }) => {
      const { notificationId, generation } = event.data;
      const run = { notificationId, generation };
      const n = savedSteps + 1;
      if (n > TURNS_MAX) return beginGeneration(parts, run);
      const outcome = await turn(parts, run, n);
      if (outcome.isOver || outcome.nextAttemptAt === null) return;
      await step.waitForEvent(`wait-${n}`, {
        event: notificationWake,
        if: "event.data.notificationId == async.data.notificationId && event.data.generation == async.data.generation",
        timeout: new Date(outcome.nextAttemptAt),
      });
    },
  );
}

async function turn(parts: DeliveryParts, run: DeliveryRun, n: number): Promise<SavedOutcome> {
  const { ports, onTurn } = parts;
  const done = await attemptDelivery(ports, { run, n });
  if (done.attempt) onTurn(done, run);
  if (done.outcome.isOver) ports.changes.announce("other");
  if (done.due.length > 0) await wake(parts, done.due);
  return done.outcome;
}

/** Wakes due deliveries. If the engine does not accept the wake-ups now, the relay sends them later. */
async function wake({ ports, logger }: DeliveryParts, due: readonly DeliveryRun[]): Promise<void> {
  try {
    await ports.deliveryRuns.wake(due.slice(0, WOKEN_AT_ONCE_MAX));
  } catch (err) {
    if (!(err instanceof DomainError && err.code === "engine-unavailable")) throw err;
    logger.warn({ err }, "deliveries that became due will be woken later");
  }
}

async function beginGeneration({ ports }: DeliveryParts, run: DeliveryRun): Promise<void> {
  const next = await ports.deliveries.beginGeneration(run, ports.clock.now());
  if (next) await ports.deliveryRuns.start([next]);
}

/**
 * Passes the number of steps that the engine has saved for a run to its function as `savedSteps`: 0 in the first call of
 * a run, including its retries. Every engine sends the saved steps with each call.
 */
class SavedStepsMiddleware extends Middleware.BaseMiddleware {
  readonly id = "saved-steps";

  override transformFunctionInput(input: Middleware.TransformFunctionInputArgs) {
    return { ...input, ctx: { ...input.ctx, savedSteps: Object.keys(input.steps).length } };
  }
}
