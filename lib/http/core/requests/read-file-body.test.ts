import { expect, test } from "vitest";
import { createManualTimers } from "@/lib/kernel/testing/manual-timers.fixture";
import { readFileBody } from "./read-file-body";

test("a truncated file is reported as incomplete, not as invalid JSON", async () => {
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error("aborted")),
  });
  const request = { headers: new Headers({ "content-type": "text/csv" }), body };
  const reading = readFileBody(request as never, createManualTimers(), {
    type: "text/csv",
    bytesMax: 100,
  });
  await expect(reading).rejects.toMatchObject({
    code: "validation-failed",
    detail: "The file arrived incomplete. Send it again.",
  });
});

test("a file may arrive within 60 s, and is rejected after that", async () => {
  const body = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const request = { headers: new Headers({ "content-type": "text/csv" }), body };
  const timers = createManualTimers();
  const reading = readFileBody(request as never, timers, { type: "text/csv", bytesMax: 100 });
  const outcome = reading.catch((error: unknown) => error);
  await timers.pass(59_999);
  expect(timers.waitingCount()).toBe(1);
  await timers.pass(1);
  expect(await outcome).toMatchObject({ code: "body-too-slow" });
});
