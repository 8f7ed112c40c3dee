import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "@/lib/kernel/ports/system";
import type {
  DeliveryStatistics,
  DeliveryStatisticsSource,
} from "@/lib/notifications/ports/delivery-statistics";
import type { WebhookAnswer } from "@/lib/notifications/ports/webhook-transport";
import type { DeliveryTurn } from "@/lib/notifications/use-cases/attempt-delivery";

/** What this process has counted, and what it finds waiting when it is asked. */
export interface Metrics {
  readonly registry: Registry;
  observe(turn: DeliveryTurn): void;
}

/** From 5 ms to the 24 hours of a series. */
const LATENCY_BUCKETS_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3600, 21_600, 86_400,
];

interface MetricsPorts {
  readonly clock: Clock;
  readonly deliveryStatistics: Pick<DeliveryStatisticsSource, "measure">;
}

/** Makes the metrics of one process, in a registry of their own. */
export function createMetrics(ports: MetricsPorts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const attempts = new Counter({
    name: "stagedoor_delivery_attempts_total",
    help: "Requests to the webhook, by what came of them: the status, or the reason why there was none.",
    labelNames: ["outcome"],
    registers,
  });
  const latency = new Histogram({
    name: "stagedoor_delivery_latency_seconds",
    help: "From the notification to the receiver's 200.",
    buckets: LATENCY_BUCKETS_SECONDS,
    registers,
  });
  addWaitingGauges(registers, ports);
  return {
    registry,
    observe({ made, outcome }) {
      if (!made) return;
      const { answer } = made;
      attempts.inc({ outcome: outcomeLabel(answer) });
      const isDelivered = answer.kind === "answered" && answer.status === 200 && outcome.isOver;
      if (isDelivered) {
        latency.observe((ports.clock.now().getTime() - made.createdAt.getTime()) / 1000);
      }
    },
  };
}

/** One look at the database serves all gauges of a scrape, which are asked at once. */
function addWaitingGauges(
  registers: Registry[],
  { deliveryStatistics, clock }: MetricsPorts,
): void {
  let looking: Promise<DeliveryStatistics> | null = null;
  const look = () => {
    looking ??= deliveryStatistics.measure().finally(() => {
      looking = null;
    });
    return looking;
  };
  const secondsSince = (since: Date | null) =>
    since === null ? 0 : (clock.now().getTime() - since.getTime()) / 1000;
  const gauge = (name: string, help: string, read: (found: DeliveryStatistics) => number) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(read(await look()));
      },
    });
  gauge(
    "stagedoor_changes_waiting",
    "Status changes that are not in a notification yet.",
    ({ changesWaiting }) => changesWaiting,
  );
  gauge(
    "stagedoor_notifications_outstanding",
    "Notifications that are neither delivered nor given up.",
    ({ notificationsOutstanding }) => notificationsOutstanding,
  );
  gauge(
    "stagedoor_oldest_undelivered_age_seconds",
    "Age of the oldest change that the receiver was not told; 0: it knows everything.",
    ({ oldestUntoldAt }) => secondsSince(oldestUntoldAt),
  );
  gauge(
    "stagedoor_receiver_failing_seconds",
    "Since when no attempt was answered 200; 0: the last one was.",
    ({ failingSince }) => secondsSince(failingSince),
  );
}

/** Whatever a receiver makes up, there are no more labels than these. */
function outcomeLabel(answer: WebhookAnswer): string {
  if (answer.kind === "failed") return answer.code;
  return answer.status >= 100 && answer.status < 600 ? String(answer.status) : "unknown-status";
}
