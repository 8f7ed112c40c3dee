import { type Inngest, StepError } from "inngest";
import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { FileHashes } from "@/lib/processing/ports/file-hashes";
import { hashFile } from "@/lib/processing/use-cases/hash-file";
import { safely } from "../fault-without-content";

/** The dependencies of the hash function. */
export interface HashFunctionParts {
  readonly inngest: Inngest;
  readonly ports: Parameters<typeof hashFile>[0] & {
    fileHashes: FileHashes;
    processing: ProcessingPolicy;
  };
}

const FILES_AT_ONCE_MAX = 100;
/** Inngest ends a run at 1,000 steps, and files that cannot be hashed must not block newer files. */
const LISTS_MAX = 9;

/**
 * Creates the function that computes the SHA-256 of files that the built-in processor does not read. It runs every
 * minute with a step for each file, so that a file that cannot be hashed does not hold up other files; the next run
 * retries it.
 */
export function createHashFilesFunction({ inngest, ports }: HashFunctionParts) {
  return inngest.createFunction(
    {
      id: "hash-files",
      triggers: [{ cron: "* * * * *" }],
      // The next run retries the file. If each of a hundred lost files were retried here, each would hold up the others
      // for half a minute.
      retries: 0,
      concurrency: [{ limit: 1 }],
    },
    async ({ step }) => {
      let [hashed, undone] = [0, 0];
      let after: string | null = null;
      for (let look = 1; look <= LISTS_MAX; look += 1) {
        const behind: string | null = after;
        const uuids: string[] = await step.run(`list-${look}`, () =>
          safely(() => list(ports, behind)),
        );
        for (const uuid of uuids) {
          const hash = () => step.run(`hash-${uuid}`, () => safely(() => hashFile(ports, uuid)));
          if (await isDone(hash)) hashed += 1;
          else undone += 1;
        }
        after = uuids.at(-1) ?? null;
        if (uuids.length < FILES_AT_ONCE_MAX) break;
      }
      return { hashed, undone };
    },
  );
}

async function isDone(hash: () => Promise<unknown>): Promise<boolean> {
  try {
    await hash();
    return true;
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    return false;
  }
}

async function list(
  { processing, fileHashes }: HashFunctionParts["ports"],
  after: string | null,
): Promise<string[]> {
  const choice = await processing.choice();
  const files = await fileHashes.listUnhashed(choice, FILES_AT_ONCE_MAX, after);
  return files.map(({ documentUuid }) => documentUuid);
}
