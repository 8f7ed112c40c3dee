import { AsyncLocalStorage } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createFixedClock } from "@/lib/kernel/testing/fixed-clock.fixture";
import { createRateLimits, RATE_LIMIT_NAMES_MAX } from "./rate-limits";
import { clientAddress } from "./requests/client-address";

const ADDRESSES = 200_000;
const BYTES_PER_ADDRESS_MAX = 1024;
const PATH = "/external-api/staged-documents";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const arrange = () =>
  createRateLimits({ perKeyPerMinute: 100, perAddressPerMinute: 100 }, createFixedClock());

/** Returns one of 200,000 IPv6 networks. A client that owns a /32 can call from that many networks. */
const keyOf = (n: number) =>
  clientAddress(
    new Headers({
      "x-stagedoor-peer-address": `2001:db8:${n.toString(16).padStart(5, "0").replace(/^(.)/, "$1:")}::1`,
    }),
    0,
  ).key;

test("half of 200,000 addresses are kept, with at most 1 KB each, no matter how much memory their calls use", () => {
  const limits = arrange();
  const calls = new AsyncLocalStorage<unknown>();
  const before = heapBytes();
  for (let n = 0; n < ADDRESSES; n += 1) {
    // The array takes at least as much memory as Next keeps for a request.
    calls.run({ body: new Array(250).fill(n) }, () => limits.countAddress(keyOf(n), PATH));
  }
  expect(limits.size()).toBe(RATE_LIMIT_NAMES_MAX);
  expect(RATE_LIMIT_NAMES_MAX).toBe(100_000);
  expect((heapBytes() - before) / RATE_LIMIT_NAMES_MAX).toBeLessThan(BYTES_PER_ADDRESS_MAX);
});

test("half of 200,000 API keys are kept too", () => {
  const limits = arrange();
  for (let n = 0; n < ADDRESSES; n += 1) limits.countKey(`key ${n}`);
  expect(limits.size()).toBe(RATE_LIMIT_NAMES_MAX);
});

test("all addresses of one IPv6 /64 share one entry", () => {
  const limits = arrange();
  for (let n = 0; n < 1000; n += 1) {
    const peer = { "x-stagedoor-peer-address": `2001:db8::${n.toString(16)}` };
    limits.countAddress(clientAddress(new Headers(peer), 0).key, PATH);
  }
  expect(limits.size()).toBe(1);
});
