import type { Logger } from "pino";
import { type DeliveryRun, isDelivered } from "@/lib/notifications/ports";
import { webhookIdOf } from "@/lib/notifications/rules/notification";
import type { DeliveryTurn } from "@/lib/notifications/use-cases/attempt-delivery";

/** Logs one line for each request to the webhook URL, without the signature and the URL's query. */
export function logTurn(
  logger: Logger,
  { attempt, outcome }: DeliveryTurn,
  run: DeliveryRun,
): void {
  if (!attempt) return;
  const { answer, cause, n, requestIds } = attempt;
  const { origin, pathname } = new URL(attempt.url);
  const line = {
    webhookId: webhookIdOf(run.notificationId),
    generation: run.generation,
    n,
    cause,
    url: `${origin}${pathname}`,
    requestIds,
    ms: Math.round(answer.phases.total),
    ...(answer.kind === "answered"
      ? { status: answer.status }
      : { code: answer.code, detail: answer.detail }),
    ...(outcome.nextAttemptAt ? { nextAttemptAt: outcome.nextAttemptAt } : {}),
  };
  if (isDelivered(answer)) logger.info(line, "notification delivered");
  else if (outcome.isOver) logger.error(line, "notification given up");
  else logger.warn(line, "notification not delivered yet");
}
