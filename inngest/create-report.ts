import type { Logger } from "pino";

/**
 * What fails each second is one line when it begins and one when it ends. Most turns have nothing to tell the engine: they
 * say nothing about one that is away. Work that takes longer than the time between two is not begun a second time.
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
