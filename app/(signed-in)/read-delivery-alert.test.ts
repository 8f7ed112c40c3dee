import { expect, test } from "vitest";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { readDeliveryAlert } from "./read-delivery-alert";

const SINCE = new Date("2026-11-23T06:00:00Z");

test("the layout of every page shows how long notifications have been failing", async () => {
  const log = createInMemoryLogger();
  const findFailure = async () => ({ since: SINCE, testArrivedAt: null });
  const ports = { deliveryStatistics: { findFailure } };

  expect(await readDeliveryAlert({ ports, logger: log.logger })).toEqual({ failingSince: SINCE });
  expect(log.lines()).toEqual([]);
});

test("a failed check is logged and does not break the page", async () => {
  const log = createInMemoryLogger();
  const findFailure = async () => Promise.reject(new Error("statement timeout"));
  const ports = { deliveryStatistics: { findFailure } };

  expect(await readDeliveryAlert({ ports, logger: log.logger })).toEqual({ failingSince: null });
  expect(log.lines()).toHaveLength(1);
  expect(log.lines()[0]).toMatchObject({ level: 50, err: { message: "statement timeout" } });
});
