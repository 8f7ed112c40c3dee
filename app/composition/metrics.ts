import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ProcessingParts } from "@/inngest/functions/process-document";
import type { ProcessingWatchParts } from "@/inngest/processing-watch";
import type { Clock } from "@/lib/kernel/ports";
import type { DeliveryStatisticsSource } from "@/lib/notifications/log-ports";
import type { WebhookAnswer } from "@/lib/notifications/ports";
import type { DeliveryTurn } from "@/lib/notifications/use-cases/attempt-delivery";
import type { ProcessingStatisticsSource } from "@/lib/processing/ports";

/** The counters of this process, and the backlog at the time of the scrape. */
export interface Metrics {
  /**
   * Returns all metrics in Prometheus's text format.
   * @throws any error from the database
   */
  scrape(): Promise<{ readonly contentType: string; readonly text: string }>;
  observe(turn: DeliveryTurn): void;
  readonly observeProcessing: ProcessingParts["onProcessing"];
  readonly observeLook: ProcessingWatchParts["onLook"];
}

/** From 5 ms up to the 24 hours for which a notification is retried. */
const LATENCY_BUCKETS_SECONDS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3600, 21_600, 86_400,
];

/** From the time needed for a page of plain text to the time limit for one call. */
const READING_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 50];

interface MetricsPorts {
  readonly clock: Clock;
  readonly processingStatistics: ProcessingStatisticsSource;
  readonly deliveryStatistics: Pick<DeliveryStatisticsSource, "measure">;
}

/**
 * Creates the metrics of one process in a new registry.
 * @param options.hasNode whether Node's own metrics are collected. Measuring the event loop's delay wakes the process 100
 * times a second, which costs an idle process more than everything else it does.
 */
export function createMetrics(
  ports: MetricsPorts,
  { hasNode }: { readonly hasNode: boolean },
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (hasNode) collectDefaultMetrics({ register: registry });
  const attempts = new Counter({
    name: "stagedoor_delivery_attempts_total",
    help: "Requests to the webhook, by outcome: the response status, or the reason if there was no response.",
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
  addProcessingGauges(registers, ports);
  return {
    scrape: async () => ({
      contentType: registry.contentType,
      text: await registry.metrics(),
    }),
    ...countProcessing(registers),
    observe({ attempt, outcome }) {
      if (!attempt) return;
      const { answer } = attempt;
      attempts.inc({ outcome: outcomeLabel(answer) });
      const isDelivered = answer.kind === "answered" && answer.status === 200 && outcome.isOver;
      if (isDelivered) {
        latency.observe((ports.clock.now().getTime() - attempt.createdAt.getTime()) / 1000);
      }
    },
  };
}

function countProcessing(registers: Registry[]) {
  const documents = new Counter({
    name: "stagedoor_processing_documents_total",
    help: "Documents that the built-in processor finished, by outcome: settled, or the failure code.",
    labelNames: ["outcome"],
    registers,
  });
  const reading = new Histogram({
    name: "stagedoor_processing_reading_seconds",
    help: "Fetching and reading one batch of up to 100 pages.",
    buckets: READING_BUCKETS_SECONDS,
    registers,
  });
  const lapsed = new Counter({
    name: "stagedoor_processing_lapsed_total",
    help: "Runs whose lease expired before they were settled: restarted, or sent to review.",
    labelNames: ["outcome"],
    registers,
  });
  const observeProcessing: Metrics["observeProcessing"] = (event) => {
    if (event.kind === "read") reading.observe(event.seconds);
    else documents.inc({ outcome: event.outcome });
  };
  const observeLook: Metrics["observeLook"] = ({ restarted, failed }) => {
    lapsed.inc({ outcome: "restarted" }, restarted);
    lapsed.inc({ outcome: "failed" }, failed);
  };
  return { observeProcessing, observeLook };
}

const secondsSince = (since: Date | null, { now }: Clock) =>
  since === null ? 0 : (now().getTime() - since.getTime()) / 1000;

/** Creates gauges that share one database query per scrape. */
function gaugesOf<Found>(registers: Registry[], measure: () => Promise<Found>) {
  let looking: Promise<Found> | null = null;
  const look = () => {
    looking ??= measure().finally(() => {
      looking = null;
    });
    return looking;
  };
  return (name: string, help: string, read: (found: Found) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(read(await look()));
      },
    });
}

function addProcessingGauges(
  registers: Registry[],
  { processingStatistics, clock }: MetricsPorts,
): void {
  const gauge = gaugesOf(registers, () => processingStatistics.measure());
  gauge(
    "stagedoor_processing_runs_waiting",
    "Documents waiting to be processed.",
    ({ runsWaiting }) => runsWaiting,
  );
  gauge(
    "stagedoor_processing_runs_taken",
    "Documents being processed.",
    ({ runsTaken }) => runsTaken,
  );
  gauge(
    "stagedoor_processing_oldest_waiting_age_seconds",
    "How long the oldest waiting document has waited to be processed; 0 if none is waiting.",
    ({ oldestWaitingAt }) => secondsSince(oldestWaitingAt, clock),
  );
}

function addWaitingGauges(
  registers: Registry[],
  { deliveryStatistics, clock }: MetricsPorts,
): void {
  const gauge = gaugesOf(registers, () => deliveryStatistics.measure());
  gauge(
    "stagedoor_changes_waiting",
    "Status changes that are not part of a notification yet.",
    ({ changesWaiting }) => changesWaiting,
  );
  gauge(
    "stagedoor_notifications_outstanding",
    "Notifications that are pending: neither delivered nor undelivered.",
    ({ notificationsOutstanding }) => notificationsOutstanding,
  );
  gauge(
    "stagedoor_oldest_undelivered_age_seconds",
    "Age of the oldest change that has not been delivered; 0 if everything has been delivered.",
    ({ oldestUntoldAt }) => secondsSince(oldestUntoldAt, clock),
  );
  gauge(
    "stagedoor_receiver_failing_seconds",
    "Time since the first of the latest consecutive failures; 0 if the latest attempt was answered with 200.",
    ({ failingSince }) => secondsSince(failingSince, clock),
  );
}

/** Limits the number of labels, regardless of the statuses that a receiver returns. */
function outcomeLabel(answer: WebhookAnswer): string {
  if (answer.kind === "failed") return answer.code;
  return answer.status >= 100 && answer.status < 600 ? String(answer.status) : "unknown-status";
}
