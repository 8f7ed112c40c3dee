import { setTimeout as sleep } from "node:timers/promises";

/** A process that runs. */
interface RunningProgram {
  /** Resolves whenever and however it ends. */
  readonly exited: Promise<string>;
  /** kill -9. */
  kill(): void;
  stop(): Promise<void>;
}

/** A program that is started again whenever it ends, as the launcher does. */
export interface RestartingProgram {
  /** Starts so far, the first included. */
  starts(): number;
  /** kill -9, as soon as it is running; resolves when it has ended. */
  kill(): Promise<void>;
  /** Ends it and the watch over it. Idempotent. */
  stop(): Promise<void>;
}

const RESTART_DELAY_MS = 200;

/**
 * Resolves when the first start has succeeded, and rejects when that fails. A later start that fails, such as of an executor
 * whose database is away, is tried again.
 */
export async function restartOnExit(
  start: () => Promise<RunningProgram>,
): Promise<RestartingProgram> {
  let current: Promise<RunningProgram> = start();
  let starts = 1;
  let isStopping = false;
  await current;

  async function watch(): Promise<void> {
    while (!isStopping) {
      await current.then(
        (program) => program.exited,
        () => "did not start",
      );
      if (isStopping) return;
      current = startLater();
      // A failure is seen at the next turn.
      current.catch(() => undefined);
    }
  }

  async function startLater(): Promise<RunningProgram> {
    await sleep(RESTART_DELAY_MS);
    starts += 1;
    return start();
  }
  const watched = watch();

  async function kill(): Promise<void> {
    for (;;) {
      const program = await current.catch(() => null);
      if (program) {
        program.kill();
        await program.exited;
        return;
      }
      await sleep(RESTART_DELAY_MS);
    }
  }

  return {
    starts: () => starts,
    kill,
    stop: async () => {
      isStopping = true;
      await current.then(
        (program) => program.stop(),
        () => undefined,
      );
      await watched;
    },
  };
}
