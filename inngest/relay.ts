import type { Logger } from "pino";
import type { Announcement } from "@/lib/documents/ports";
import {
  createRelayPace,
  relayStatusChanges,
} from "@/lib/notifications/use-cases/relay-status-changes";
import { wakeOverdueDeliveries } from "@/lib/notifications/use-cases/wake-overdue-deliveries";
import { createReport } from "./create-report";

/** The dependencies of the relay. */
export interface RelayParts {
  readonly ports: Parameters<typeof relayStatusChanges>[0] &
    Parameters<typeof wakeOverdueDeliveries>[0] &
    Parameters<typeof createRelayPace>[0];
  readonly logger: Logger;
  /** Returns the URL at which the receiver finds a document. */
  readonly documentUrl: (uuid: string) => string;
}

/** Turns committed changes into notifications and starts the runs that deliver them. */
export interface Relay {
  /**
   * Relays immediately, or 50 ms after the start of the last check that froze a notification. Kicks while a turn is
   * running cause one more turn. After a status change (the default), the relay does not first check whether there is
   * work. Never throws.
   */
  kick(after?: Announcement): void;
  /** Relays on its own timer until `stop`. */
  start(): void;
  stop(): void;
  /**
   * Relays and handles overdue deliveries once, immediately. If a check is already running, its result is used. @throws
   * any error from the database or the engine
   */
  runOnce(): Promise<{ frozen: number; overdue: number }>;
}

const TICK_MS = 1_000;
/** If another process is freezing changes, this process tries again after this delay. */
const BUSY_RETRY_MS = 100;
/**
 * A receiver may take 15 s to respond, and its row is overdue in the meantime, so a check every second would be useless.
 */
const TICKS_PER_LOOK_AT_OVERDUE = 5;

/** Creates the relay for this process. Several processes may each have their own. */
export function createRelay(parts: RelayParts): Relay {
  const { ports, logger } = parts;
  let isRunning = false;
  let wantedAfter: Announcement | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isResting = false;
  let ticks = 0;
  const pace = createRelayPace(ports);
  const lookAgain = () => kick("other");
  const onBusy = () => void setTimeout(lookAgain, BUSY_RETRY_MS).unref();
  const { documentUrl } = parts;
  const relay = (after: Announcement = "other") =>
    relayStatusChanges(ports, { documentUrl, pace, onBusy, isAfterChange: after === "status" });
  const lookAfterOverdue = sharing(() => wakeOverdueDeliveries(ports));
  const isReachable = () => ports.deliveryRuns.checkReachable();
  const reportRelay = createReport(logger, "the relay", isReachable);
  const reportOverdue = createReport(logger, "watching overdue deliveries", isReachable);
  const drain = async () => {
    while (wantedAfter && !mustRest()) {
      const after = wantedAfter;
      wantedAfter = null;
      await reportRelay(() => relay(after));
    }
    isRunning = false;
  };
  /**
   * Starts a pause if a pause is due. The feed does not wait for the pause, because reading the feed numbers new
   * changes.
   */
  const mustRest = () => {
    const restMs = pace.restMs();
    if (restMs > 0 && !isResting) {
      isResting = true;
      setTimeout(endRest, restMs).unref();
    }
    return restMs > 0;
  };
  const endRest = () => {
    isResting = false;
    lookAgain();
  };
  const kick = (after: Announcement = "status") => {
    if (wantedAfter !== "status") wantedAfter = after;
    if (isRunning) return;
    isRunning = true;
    void drain();
  };
  const tick = () => {
    lookAgain();
    ticks += 1;
    if (ticks % TICKS_PER_LOOK_AT_OVERDUE === 0) void reportOverdue(lookAfterOverdue);
  };
  return {
    kick,
    start() {
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    stop() {
      if (timer) clearInterval(timer);
      timer = null;
    },
    async runOnce() {
      const frozen = await relay();
      return { frozen, overdue: await lookAfterOverdue() };
    },
  };
}

/** Makes callers share the result of a running check, because a check may take longer than the interval. */
function sharing<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}
