import { type Inngest, StepError } from "inngest";
import type { ProcessingPolicy } from "@/lib/documents/ports/processing-policy";
import type { FileHashes } from "@/lib/processing/ports/file-hashes";
import { hashFile } from "@/lib/processing/use-cases/hash-file";

/** What hashing works with. */
export interface HashFunctionParts {
  readonly inngest: Inngest;
  readonly ports: Parameters<typeof hashFile>[0] & {
    fileHashes: FileHashes;
    processing: ProcessingPolicy;
  };
}

const FILES_AT_ONCE_MAX = 100;

/**
 * Computes the SHA-256 of files that the built-in processor does not read, once a minute, a step for each file: one file that cannot
 * be hashed holds up no other, and is tried again with the next look.
 */
export function createHashFilesFunction({ inngest, ports }: HashFunctionParts) {
  return inngest.createFunction(
    {
      id: "hash-files",
      triggers: [{ cron: "* * * * *" }],
      retries: 1,
      concurrency: [{ limit: 1 }],
    },
    async ({ step }) => {
      const uuids = await step.run("list", async () => {
        const choice = await ports.processing.choice();
        const files = await ports.fileHashes.listUnhashed(choice, FILES_AT_ONCE_MAX);
        return files.map(({ documentUuid }) => documentUuid);
      });
      let undone = 0;
      for (const uuid of uuids) {
        try {
          await step.run(`hash-${uuid}`, () => hashFile(ports, uuid));
        } catch (error) {
          if (!(error instanceof StepError)) throw error;
          undone += 1;
        }
      }
      return { hashed: uuids.length - undone, undone };
    },
  );
}
