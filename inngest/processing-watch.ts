import type { Logger } from "pino";
import { proceedBacklog, startWaitingRuns } from "@/lib/processing/use-cases/processing-backlog";
import { type WatchPorts, watchProcessing } from "@/lib/processing/use-cases/watch-processing";
import { createReport } from "./create-report";

/** The dependencies of the watch. */
export interface ProcessingWatchParts {
  readonly ports: WatchPorts & {
    readonly deliveryRuns: { checkReachable(): Promise<void> };
  };
  readonly logger: Logger;
  /** Called with the result of each check. */
  readonly onLook: (found: LookResult) => void;
}

/** The result of a check: what it found and did. */
export type LookResult = Awaited<ReturnType<typeof watchProcessing>>;

/** Starts processing runs that are waiting and recovers abandoned ones. */
export interface ProcessingWatch {
  /** Starts the waiting runs immediately. Kicks while a turn is running cause one more turn. Never throws. */
  kick(): void;
  /** Checks on its own timer until `stop`. */
  start(): void;
  stop(): void;
  /** Checks everything once, immediately. @throws any error from the database or the engine */
  runOnce(): Promise<LookResult>;
}

/** The longest time for which a run waits if its event was lost with its process. */
const TICK_MS = 5_000;
const TICKS_PER_LOOK = 12;

/** Creates the watch for this process. Several processes may each have their own. */
export function createProcessingWatch({
  ports,
  logger,
  onLook,
}: ProcessingWatchParts): ProcessingWatch {
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | null = null;
  let ticks = 0;
  const isReachable = () => ports.deliveryRuns.checkReachable();
  const reportStart = createReport(logger, "starting processing runs", isReachable);
  const reportLook = createReport(logger, "watching processing runs", isReachable);
  const look = async () => {
    const found = await watchProcessing(ports);
    const { repaired, restarted, failed } = found;
    if (repaired + restarted + failed > 0) {
      logger.warn({ repaired, restarted, failed }, "processing runs were abandoned");
    }
    onLook(found);
    return found;
  };
  const drain = async () => {
    while (isWanted) {
      isWanted = false;
      await reportStart(() => startWaitingRuns(ports));
    }
    isRunning = false;
  };
  const kick = () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    void drain();
  };
  const tick = () => {
    ticks += 1;
    if (ticks % TICKS_PER_LOOK === 0) return void reportLook(look);
    void reportStart(() => proceedBacklog(ports)).then(kick);
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
    runOnce: look,
  };
}
