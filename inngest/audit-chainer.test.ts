import { expect, onTestFinished, test, vi } from "vitest";
import type { ChainingState } from "@/lib/accounts/use-cases/chain-audit";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createAuditChainer } from "./audit-chainer";

const settle = () => new Promise((resolve) => setImmediate(resolve));
const HEAD = { sequence: 7n, mac: Buffer.of(0xab) };

function arrange() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const counts = { turns: 0, thorough: 0 };
  let failure: Error | null = null;
  let state: ChainingState = { kind: "ok" };
  const chaining = {
    chain: async ({ isThorough } = { isThorough: false }) => {
      counts.turns += 1;
      if (isThorough) counts.thorough += 1;
      if (failure) throw failure;
      return 0;
    },
    state: () => state,
  };
  const log = createInMemoryLogger();
  const ports = { auditChain: { findHead: async () => HEAD } };
  const chainer = createAuditChainer({ chaining, ports, logger: log.logger });
  onTestFinished(() => chainer.stop());
  return {
    chainer,
    counts,
    log,
    fail: (error: Error | null) => {
      failure = error;
    },
    become: (next: ChainingState) => {
      state = next;
    },
  };
}

test("the chainer takes a turn every second until it is stopped", async () => {
  const { chainer, counts } = arrange();
  chainer.start();
  vi.advanceTimersByTime(1_000);
  await settle();
  vi.advanceTimersByTime(1_000);
  await settle();
  expect(counts.turns).toBe(2);
  chainer.stop();
  vi.advanceTimersByTime(5_000);
  await settle();
  expect(counts.turns).toBe(2);
});

test("several kicks during a turn cause one more turn", async () => {
  const { chainer, counts } = arrange();
  for (let kick = 0; kick < 5; kick += 1) chainer.kick();
  await settle();
  expect(counts.turns).toBe(2);
});

test("the schedule's turn compares the chain with its sealed head even if nothing has changed", async () => {
  const { chainer, counts } = arrange();
  expect(await chainer.runOnce()).toEqual({ chained: 0 });
  expect(counts).toEqual({ turns: 1, thorough: 1 });
});

test("the chainer logs the head at startup in the form that verification accepts", async () => {
  const { chainer, log } = arrange();
  chainer.start();
  await settle();
  expect(log.lines()).toMatchObject([{ auditHead: "7:ab" }]);
});

test("an unavailable database is logged once, and so is its return", async () => {
  const { chainer, log, fail } = arrange();
  for (const failure of [new Error("gone"), new Error("gone"), null]) {
    fail(failure);
    chainer.kick();
    await settle();
  }
  expect(log.lines().map(({ msg }) => msg)).toEqual([
    "chaining the audit log is not working at the moment; it will try again",
    "chaining the audit log works again",
  ]);
});

test("a chain without its sealed head and an unreachable store are each logged once, and so is the end", async () => {
  const { chainer, log, become } = arrange();
  const unsealed = { kind: "unsealed", cause: new Error("gone") } as const;
  const stopped = { kind: "stopped", sealed: HEAD } as const;
  for (const state of [unsealed, unsealed, stopped, stopped, { kind: "ok" } as const]) {
    become(state);
    chainer.kick();
    await settle();
  }
  expect(log.lines()).toMatchObject([
    { level: 40, msg: expect.stringContaining("audit entries are still chained") },
    { level: 50, sealedHead: "7:ab", msg: expect.stringContaining("stay unchained") },
    { level: 30 },
  ]);
});
