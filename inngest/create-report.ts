import type { Logger } from "pino";

/**
 * A failure that repeats every second is logged once when it starts and once when it ends. Turns that do not call the
 * engine say nothing about an engine that is away. Work that takes longer than the interval is not started a second time.
 */
export function createReport(logger: Logger, title: string, isReachable: () => Promise<void>) {
  let isFailing = false;
  let isRunning = false;
  return async (work: () => Promise<unknown>): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await work();
      if (!isFailing) return;
      await isReachable();
      logger.info(`${title} works again`);
      isFailing = false;
    } catch (err) {
      if (!isFailing)
        logger.warn({ err }, `${title} is not working at the moment; it will try again`);
      isFailing = true;
    } finally {
      isRunning = false;
    }
  };
}
