import { expect, test } from "vitest";
import type { ProcessingStatistics } from "../ports";
import { makeProcessingPorts } from "../testing/in-memory-processing-ports";
import { createProcessingCheck } from "./watch-processing";

function arrange() {
  const ports = makeProcessingPorts();
  ports.processing.setChoice("builtin");
  ports.documents.runs.add({ documentUuid: "a", n: 1, createdAt: ports.clock.now() });
  return ports;
}

test("a document is late if it has been waiting for the built-in processor for more than an hour", async () => {
  const ports = arrange();
  const check = createProcessingCheck(ports);
  ports.clock.advanceSeconds(3600);
  expect(await check()).toEqual({ processing: "ok", failures: [] });
  ports.clock.advanceSeconds(1);
  expect(await check()).toEqual({ processing: "late", failures: [] });
  ports.documents.runs.endAll("a", "settled");
  ports.clock.advanceSeconds(1);
  expect(await check()).toMatchObject({ processing: "ok" });
});

test("a document that an external processor should process is never late", async () => {
  const ports = arrange();
  ports.processing.setChoice("external");
  ports.clock.advanceSeconds(9999);
  expect(await createProcessingCheck(ports)()).toMatchObject({ processing: "ok" });
});

test("without a database the state is unknown, and the next check asks again", async () => {
  const ports = arrange();
  const error = new Error("the database is away");
  const answers = [
    () => Promise.reject<ProcessingStatistics>(error),
    ports.processingStatistics.measure,
  ];
  let looks = 0;
  const measure = () => {
    const answer = answers[Math.min(looks, 1)];
    looks += 1;
    return answer ? answer() : Promise.reject(error);
  };
  const processingStatistics = { ...ports.processingStatistics, measure };
  const check = createProcessingCheck({ ...ports, processingStatistics });
  expect(await check()).toEqual({ processing: "unknown", failures: [error] });
  expect(await check()).toMatchObject({ processing: "ok" });
  await check();
  expect(looks).toBe(2);
});
