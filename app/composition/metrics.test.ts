import { describe, expect, test } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { FAILURE_CODES, type FailureCode } from "@/lib/notifications/rules/explain-attempt";
import { arrangeDelivery } from "@/lib/notifications/testing/delivery.fixture";
import { answered, refused } from "@/lib/notifications/testing/in-memory-webhook-transport";
import { makeProcessingPorts } from "@/lib/processing/testing/in-memory-processing-ports";
import { createMetrics } from "./metrics";

const OUTSTANDING_MAX = 8;
/** Returns the result of an attempt that got no response and failed for this reason. */
const failed = (code: FailureCode) => ({ ...refused(), code });

/** Creates the metrics for ports that have a webhook. Delivery turns are observed as in production. */
async function arrange() {
  const arranged = await arrangeDelivery();
  const { processingStatistics, documents } = makeProcessingPorts(arranged.ports);
  const parts = { ...arranged, ports: { ...arranged.ports, processingStatistics } };
  const metrics = createMetrics(parts.ports, { hasNode: false });
  const value = async (line: string) => {
    const lines = (await metrics.scrape()).text.split("\n");
    const found = lines.find((one) => one.startsWith(`${line} `));
    return found === undefined ? null : Number(found.slice(line.length + 1));
  };
  const turn = async (...parameters: Parameters<typeof parts.turn>) => {
    const result = await parts.turn(...parameters);
    metrics.observe(result);
    return result;
  };
  return { ...parts, metrics, value, turn, runs: documents.runs };
}

describe("the backlog", () => {
  test("is counted at the time of each scrape", async () => {
    const { ports, begin, relay, turn, value } = await arrange();
    expect(await value("stagedoor_changes_waiting")).toBe(0);
    expect(await value("stagedoor_oldest_undelivered_age_seconds")).toBe(0);
    const first = await begin();
    ports.clock.advanceSeconds(90);
    for (let more = 1; more <= OUTSTANDING_MAX; more += 1) {
      await makeDocumentAt(ports, 1);
      await relay();
    }
    expect(await value("stagedoor_changes_waiting")).toBe(1);
    expect(await value("stagedoor_notifications_outstanding")).toBe(OUTSTANDING_MAX);
    expect(await value("stagedoor_oldest_undelivered_age_seconds")).toBe(90);
    ports.webhookTransport.answerNext(500);
    await turn(first);
    ports.clock.advanceSeconds(20);
    expect(await value("stagedoor_receiver_failing_seconds")).toBe(20);
    await turn(first, 2);
    expect(await value("stagedoor_receiver_failing_seconds")).toBe(0);
    expect(await value("stagedoor_notifications_outstanding")).toBe(OUTSTANDING_MAX - 1);
    expect(await value("stagedoor_oldest_undelivered_age_seconds")).toBe(20);
  });

  test("takes one database query per scrape", async () => {
    const { ports } = await arrange();
    let looks = 0;
    const deliveryStatistics = {
      measure: () => {
        looks += 1;
        return ports.deliveryStatistics.measure();
      },
    };
    const metrics = createMetrics({ ...ports, deliveryStatistics }, { hasNode: false });
    await metrics.scrape();
    expect(looks).toBe(1);
    await metrics.scrape();
    expect(looks).toBe(2);
  });

  test("is counted again after a failed scrape", async () => {
    const { ports } = await arrange();
    let isAway = true;
    const deliveryStatistics = {
      measure: () =>
        isAway ? Promise.reject(new Error("away")) : ports.deliveryStatistics.measure(),
    };
    const metrics = createMetrics({ ...ports, deliveryStatistics }, { hasNode: false });
    await expect(metrics.scrape()).rejects.toThrow("away");
    isAway = false;
    expect((await metrics.scrape()).text).toContain("stagedoor_changes_waiting 0");
  });
});

describe("processing", () => {
  test("is counted by outcome, and the duration of each batch is observed", async () => {
    const { metrics, value } = await arrange();
    metrics.observeProcessing({ kind: "read", seconds: 0.2 });
    metrics.observeProcessing({ kind: "read", seconds: 7 });
    metrics.observeProcessing({ kind: "settled", outcome: "settled" });
    metrics.observeProcessing({ kind: "settled", outcome: "encrypted" });
    metrics.observeLook({ repaired: 4, restarted: 2, failed: 1, started: 9 });
    const documents = (outcome: string) =>
      value(`stagedoor_processing_documents_total{outcome="${outcome}"}`);
    expect([await documents("settled"), await documents("encrypted")]).toEqual([1, 1]);
    expect(await value("stagedoor_processing_reading_seconds_count")).toBe(2);
    expect(await value("stagedoor_processing_reading_seconds_sum")).toBeCloseTo(7.2);
    expect(await value('stagedoor_processing_lapsed_total{outcome="restarted"}')).toBe(2);
    expect(await value('stagedoor_processing_lapsed_total{outcome="failed"}')).toBe(1);
  });

  test("reports how many documents are waiting, and for how long", async () => {
    const { ports, runs, value } = await arrange();
    expect(await value("stagedoor_processing_oldest_waiting_age_seconds")).toBe(0);
    const createdAt = ports.clock.now();
    runs.add({ documentUuid: "a", n: 1, createdAt });
    runs.add({ documentUuid: "b", n: 1, createdAt: new Date(createdAt.getTime() + 5_000) });
    runs.add({ documentUuid: "c", n: 1, createdAt, state: "taken" });
    runs.add({ documentUuid: "d", n: 1, createdAt, state: "ended" });
    ports.clock.advanceSeconds(90);
    expect(await value("stagedoor_processing_runs_waiting")).toBe(2);
    expect(await value("stagedoor_processing_runs_taken")).toBe(1);
    expect(await value("stagedoor_processing_oldest_waiting_age_seconds")).toBe(90);
  });
});

describe("attempts", () => {
  const attempts = (outcome: string) => `stagedoor_delivery_attempts_total{outcome="${outcome}"}`;

  test("are counted by status, or by the failure if there was no response", async () => {
    const { ports, begin, turn, passUntil, value } = await arrange();
    const run = await begin();
    ports.webhookTransport.answerNext(500, refused(), answered(200));
    for (const n of [1, 2, 3]) {
      const { outcome } = await turn(run, n);
      if (outcome.nextAttemptAt) passUntil(outcome.nextAttemptAt);
    }
    expect(await value(attempts("500"))).toBe(1);
    expect(await value(attempts("connection-refused"))).toBe(1);
    expect(await value(attempts("200"))).toBe(1);
  });

  test("are not counted if they were skipped", async () => {
    const { begin, turn, metrics } = await arrange();
    const run = await begin();
    await turn(run);
    await turn(run);
    await turn(run, 2);
    const { text } = await metrics.scrape();
    expect(text.match(/^stagedoor_delivery_attempts_total\{.*$/gm)).toEqual([
      `${attempts("200")} 1`,
    ]);
  });

  test("have a bounded number of labels, even if a receiver returns many different statuses", async () => {
    const { begin, turn, metrics } = await arrange();
    const { attempt, ...rest } = await turn(await begin());
    if (!attempt) throw new Error("no attempt was made");
    for (let status = 0; status < 1_000; status += 1) {
      metrics.observe({ ...rest, attempt: { ...attempt, answer: answered(status) } });
    }
    for (const code of FAILURE_CODES) {
      metrics.observe({ ...rest, attempt: { ...attempt, answer: failed(code) } });
    }
    const { text } = await metrics.scrape();
    expect(text.match(/^stagedoor_delivery_attempts_total\{/gm)).toHaveLength(
      500 + FAILURE_CODES.length + 1,
    );
    expect(text).toMatch(/^stagedoor_delivery_attempts_total\{outcome="unknown-status"\} 500$/m);
  });
});

describe("the latency", () => {
  test("is the time from the notification to the receiver's 200, measured once for each notification", async () => {
    const { ports, begin, turn, passUntil, value } = await arrange();
    const run = await begin();
    ports.webhookTransport.answerNext(500);
    const { outcome } = await turn(run);
    expect(await value("stagedoor_delivery_latency_seconds_count")).toBe(0);
    if (outcome.nextAttemptAt) passUntil(outcome.nextAttemptAt);
    const { attempt } = await turn(run, 2);
    expect(await value("stagedoor_delivery_latency_seconds_count")).toBe(1);
    const waitedMs = ports.clock.now().getTime() - (attempt?.createdAt.getTime() ?? 0);
    expect(waitedMs).toBeGreaterThan(10_000);
    expect(await value("stagedoor_delivery_latency_seconds_sum")).toBe(waitedMs / 1000);
  });
});

test.each([true, false])(
  "Node's own metrics are collected only if they are asked for: %s",
  async (hasNode) => {
    const { ports } = await arrange();
    const { text } = await createMetrics(ports, { hasNode }).scrape();
    expect(/^nodejs_eventloop_lag_p99_seconds /m.test(text)).toBe(hasNode);
    expect(/^process_cpu_seconds_total /m.test(text)).toBe(hasNode);
  },
);
