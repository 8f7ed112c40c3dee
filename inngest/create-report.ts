import type { Logger } from "pino";

/**
 * Returns a function that does work and, however often the work fails, logs a failure only when it starts and when it
 * ends. A turn that succeeds ends a failure only if the engine is reachable, because the turn may not have called the
 * engine. Calls while a turn is running do nothing.
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
