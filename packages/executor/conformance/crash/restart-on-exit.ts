import { setTimeout as sleep } from "node:timers/promises";

/** A running process. */
export interface RunningProgram {
  /** Resolves when the process exits, for any reason. */
  readonly exited: Promise<string>;
  /** kill -9. */
  kill(): void;
  stop(): Promise<void>;
}

/** A program that is restarted whenever it exits, as a supervisor would. */
export interface RestartingProgram {
  /** Returns the number of starts so far, including the first. */
  starts(): number;
  /** Sends kill -9 once the program is running; resolves when it has exited. */
  kill(): Promise<void>;
  /** Stops the program and stops restarting it. Idempotent. */
  stop(): Promise<void>;
}

const RESTART_DELAY_MS = 200;

/**
 * Resolves when the executor has started for the first time, and rejects if this first start fails. Later failures to
 * start, for example because the executor's database is down, are retried.
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
      // If the program does not start, the next iteration handles the failure.
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
