import { describe, expect, test } from "vitest";
import { collectStopOrders } from "./stop-requests";

describe("stop requests", () => {
  test("the first request aborts the signal, and a second request more than a second later calls the callbacks", () => {
    let nowMs = 50;
    let isKilled = false;
    const orders = collectStopOrders(() => nowMs);
    orders.onSecond(() => {
      isKilled = true;
    });
    expect(orders.signal.aborted).toBe(false);
    orders.order();
    expect(orders.signal.aborted).toBe(true);

    nowMs += 1_000;
    orders.order();
    expect(isKilled, "one Ctrl-C passed on by npm and by the terminal").toBe(false);

    nowMs += 1;
    orders.order();
    expect(isKilled).toBe(true);
  });

  test("callbacks that are registered after the second request are called as well", () => {
    let nowMs = 50;
    const orders = collectStopOrders(() => nowMs);
    orders.order();
    nowMs += 1_001;
    orders.order();
    let isKilled = false;
    orders.onSecond(() => {
      isKilled = true;
    });
    expect(isKilled).toBe(true);
  });
});
