import { type FileHandle, open } from "node:fs/promises";
import { z } from "zod";

/** A change that was confirmed with 2xx and must therefore be durable. */
export const journalEntry = z.strictObject({
  uuid: z.uuid(),
  phase: z.enum(["created", "uploaded", "reported"]),
  /** The document's status after this response. */
  status: z.int(),
  /** The digest of the document's file, lower-case hex. */
  sha256: z.string(),
  sizeBytes: z.int(),
});

/** One line of the journal. */
export type JournalEntry = z.infer<typeof journalEntry>;

/**
 * A file with one JSON line per response. `note` resolves when the line has been written to the file; callers wait for it
 * before they continue.
 */
export interface AnswerJournal {
  note(entry: JournalEntry): Promise<void>;
  close(): Promise<void>;
}

/** Opens the journal for appending. If `path` is null, nothing is recorded. */
export async function openAnswerJournal(path: string | null): Promise<AnswerJournal> {
  const file: FileHandle | null = path === null ? null : await open(path, "a");
  return {
    note: async (entry) => {
      await file?.appendFile(`${JSON.stringify(entry)}\n`);
    },
    close: async () => file?.close(),
  };
}
