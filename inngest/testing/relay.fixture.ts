import { onTestFinished, vi } from "vitest";
import { makeDocumentAt } from "@/lib/documents/testing/document-at-status.fixture";
import { createInMemoryLogger } from "@/lib/kernel/testing/in-memory-logger";
import { arrangeDelivery } from "@/lib/notifications/testing/delivery.fixture";
import { createRelay, type RelayParts } from "../relay";

/** For `beforeEach`: replaces the timers, so that the relay's timer runs only when a test advances it. */
export function driveTimers(): () => void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  return () => void vi.useRealTimers();
}

/**
 * Waits until everything that does not depend on the relay's timer has run, which is immediate because these ports do no
 * I/O.
 */
export const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Advances the clock by this many seconds, one at a time, and runs everything that each tick starts. */
export async function passSeconds(count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    vi.advanceTimersByTime(1_000);
    await settle();
  }
}

/** Sets up a relay that counts its turns and uses in-memory ports with a webhook URL. */
export async function arrangeRelay() {
  const { ports, begin, turn } = await arrangeDelivery();
  const log = createInMemoryLogger();
  const counts = { turns: 0, looks: 0 };
  let isBusy = false;
  let beforeTurn = async () => undefined as unknown;
  let beforeLook = async () => undefined as unknown;
  const beginTurn = async () => {
    counts.turns += 1;
    await beforeTurn();
  };
  /** A turn begins by looking for work or, after a change, with the work itself. */
  let hasLooked = false;
  const beginWork = async () => {
    if (!hasLooked) await beginTurn();
    hasLooked = false;
  };
  const counted: RelayParts["ports"] = {
    ...ports,
    statusFeed: {
      ...ports.statusFeed,
      numberNext: async (countMax) => {
        await beginWork();
        return ports.statusFeed.numberNext(countMax);
      },
    },
    relay: {
      ...ports.relay,
      findWork: async () => {
        await beginTurn();
        const work = await ports.relay.findWork();
        hasLooked = work.hasUnnumbered || work.hasUnfrozen;
        return work;
      },
      freeze: async (decide, ...parameters) => {
        await beginWork();
        const decideUnlessBusy = isBusy ? () => null : decide;
        return { ...(await ports.relay.freeze(decideUnlessBusy, ...parameters)), isBusy };
      },
    },
    deliveries: {
      ...ports.deliveries,
      hasOverdue: async (...parameters) => {
        counts.looks += 1;
        await beforeLook();
        return ports.deliveries.hasOverdue(...parameters);
      },
    },
  };
  const relay = createRelay({
    ports: counted,
    logger: log.logger,
    documentUrl: (uuid) => `https://stagedoor.example/${uuid}`,
  });
  onTestFinished(() => relay.stop());
  return {
    relay,
    ports,
    counts,
    begin,
    turn,
    change: () => makeDocumentAt(ports, 1),
    /** Advances the clock and the timers. */
    passMs: async (milliseconds: number) => {
      ports.clock.advanceSeconds(milliseconds / 1_000);
      vi.advanceTimersByTime(milliseconds);
      await settle();
    },
    /** Runs this work at the beginning of each later turn. */
    doBeforeTurns: (work: () => Promise<unknown>) => {
      beforeTurn = work;
    },
    /** Runs this work at the beginning of each later check for overdue deliveries. */
    doBeforeLooks: (work: () => Promise<unknown>) => {
      beforeLook = work;
    },
    /** Sets whether another process is freezing changes. */
    setBusy: (value: boolean) => {
      isBusy = value;
    },
    lines: () => log.lines().map(({ level, msg }) => [level, msg]),
  };
}

/** Creates a gate. Each call of `letOneGo` lets one waiting `pass` continue. */
export function createGate() {
  const waiting: (() => void)[] = [];
  return {
    pass: () => new Promise<void>((resolve) => waiting.push(resolve)),
    letOneGo: async () => {
      waiting.shift()?.();
      await settle();
    },
  };
}
