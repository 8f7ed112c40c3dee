import type { Inngest } from "inngest";
import type { Logger } from "pino";
import { type HashTurn, hashFiles } from "@/lib/processing/use-cases/hash-files";
import { faultWithoutContent, safely } from "../fault-without-content";

/** The dependencies of the hash function. */
export interface HashFunctionParts {
  readonly inngest: Inngest;
  readonly ports: Parameters<typeof hashFiles>[0];
  readonly logger: Logger;
}

/** Together, the turns take less than the minute until the next run, which starts with the oldest file again. */
const TURNS_MAX = 5;

/**
 * Creates the function that computes the SHA-256 of files that the built-in processor does not read. It runs every
 * minute. A step hashes as many files as it can in a few seconds: with a step for each file, every call would carry the
 * results of all earlier ones.
 */
export function createHashFilesFunction({ inngest, ports, logger }: HashFunctionParts) {
  return inngest.createFunction(
    {
      id: "hash-files",
      triggers: [{ cron: "* * * * *" }],
      // The next run tries again.
      retries: 0,
      concurrency: [{ limit: 1 }],
    },
    async ({ step }) => {
      let [hashed, undone] = [0, 0];
      let after: string | null = null;
      for (let turn = 1; turn <= TURNS_MAX; turn += 1) {
        const behind: string | null = after;
        const done: HashTurn = await step.run(`turn-${turn}`, () =>
          safely(() => hashAndLog({ ports, logger }, behind)),
        );
        hashed += done.hashed;
        undone += done.undone;
        after = done.after;
        if (after === null) break;
      }
      return { hashed, undone };
    },
  );
}

/** Logs one line per turn, because a lost file is found again every minute. */
async function hashAndLog(
  { ports, logger }: Pick<HashFunctionParts, "ports" | "logger">,
  after: string | null,
): Promise<HashTurn> {
  const firsts: { readonly documentUuid: string; readonly err: Error }[] = [];
  const onUndone = (documentUuid: string, reason: unknown) => {
    if (firsts.length === 0) firsts.push({ documentUuid, err: faultWithoutContent(reason) });
  };
  const turn = await hashFiles(ports, { after, onUndone });
  const [first] = firsts;
  if (first) {
    const { undone } = turn;
    logger.warn({ ...first, undone }, "files could not be hashed; the next run tries again");
  }
  return turn;
}
