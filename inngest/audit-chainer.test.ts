import { expect, onTestFinished, test, vi } from "vitest";
import type { AuditChain } from "@/lib/accounts/ports/audit-chain";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { createAuditChainer } from "./audit-chainer";

const settle = () => new Promise((resolve) => setImmediate(resolve));
const SEAL = { keyId: "1", mac: () => Buffer.of(1) };

function arrange() {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const counts = { looks: 0 };
  let failure: Error | null = null;
  const auditChain: AuditChain = {
    hasUnchained: async () => {
      counts.looks += 1;
      if (failure) throw failure;
      return false;
    },
    countUnchained: async () => 0,
    chainNext: async () => 0,
    findHead: async () => ({ sequence: 7n, mac: Buffer.of(0xab) }),
    read: async () => [],
  };
  const log = createInMemoryLogger();
  const auditSeals = { current: SEAL, of: () => SEAL };
  const chainer = createAuditChainer({ ports: { auditChain, auditSeals }, logger: log.logger });
  onTestFinished(() => chainer.stop());
  return {
    ...{ chainer, counts, log },
    fail: (error: Error | null) => {
      failure = error;
    },
  };
}

test("the chainer checks for unchained entries every second until it is stopped", async () => {
  const { chainer, counts } = arrange();
  chainer.start();
  vi.advanceTimersByTime(1_000);
  await settle();
  vi.advanceTimersByTime(1_000);
  await settle();
  expect(counts.looks).toBe(2);
  chainer.stop();
  vi.advanceTimersByTime(5_000);
  await settle();
  expect(counts.looks).toBe(2);
});

test("several kicks during a turn cause one more turn", async () => {
  const { chainer, counts } = arrange();
  for (let kick = 0; kick < 5; kick += 1) chainer.kick();
  await settle();
  expect(counts.looks).toBe(2);
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
