import { LIMITS } from "@/lib/processing/rules/limits";
import type { ProgramCommand } from "@/lib/processing/rules/program-protocol";
import { measureProcess } from "./measure-process";
import { type Program, startProgram } from "./start-program";

/** A pool of programs of one kind. A program is reused while it is small and has processed few documents. */
export interface ProgramPool {
  /** Lends a program to `work`, which returns whether the program may be reused. */
  use<T>(
    work: (program: Program) => Promise<{ readonly result: T; readonly isReusable: boolean }>,
  ): Promise<T>;
  /** Stops idle programs now, and busy programs as soon as they are returned. */
  close(): Promise<void>;
}

interface Waiting {
  readonly program: Program;
  /** The number of documents that the program has processed. */
  readonly served: number;
  readonly idleTimer: NodeJS.Timeout;
}

/**
 * Creates a pool of programs, each started when needed. A program is stopped if it has processed many documents, grown
 * large or been idle for a long time.
 */
export function createProgramPool(
  file: string,
  command: ProgramCommand,
  idleMs: number,
): ProgramPool {
  const waiting: Waiting[] = [];
  const state = { isClosed: false };

  const take = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) {
      clearTimeout(one.idleTimer);
      if (!one.program.hasEnded) return one;
    }
    return { program: await startProgram(file, command), served: 0 };
  };

  const giveBack = (program: Program, served: number) => {
    program.keepAlive(false);
    const idleTimer = setTimeout(() => {
      waiting.splice(0, waiting.length, ...waiting.filter((one) => one.program !== program));
      program.kill();
    }, idleMs);
    idleTimer.unref();
    waiting.push({ program, served, idleTimer });
  };

  return {
    async use(work) {
      const { program, served } = await take();
      program.keepAlive(true);
      let isReusable = false;
      try {
        const done = await work(program);
        isReusable = done.isReusable && !state.isClosed && isFresh(program, served + 1);
        return done.result;
      } finally {
        if (isReusable) giveBack(program, served + 1);
        else program.kill();
      }
    },
    async close() {
      state.isClosed = true;
      const idle = waiting.splice(0);
      for (const { program, idleTimer } of idle) {
        clearTimeout(idleTimer);
        program.keepAlive(true);
        program.kill();
      }
      await Promise.all(idle.map(({ program }) => program.ended));
    },
  };
}

/**
 * Libraries retain some memory for each document, so a program is reused only while it is small and has processed few
 * documents.
 */
function isFresh(program: Program, served: number): boolean {
  if (program.hasEnded || served >= LIMITS.documentsOfProgramMax) return false;
  const use = measureProcess(program.pid);
  if (use === null) return process.platform === "win32";
  return (
    use.memoryMegabytes <= LIMITS.memoryMegabytesToReuse &&
    use.cpuSeconds <= LIMITS.cpuSecondsToReuse
  );
}
