import { on } from "node:events";
import { readFileSync, watch, writeFileSync } from "node:fs";
import { type JournalEntry, journalEntry } from "@/cli/external-system/answer-journal";

/** A journal that a demo is still writing. */
export interface JournalReader {
  /** Resolves with true as soon as the journal has this many responses, or with false if the signal aborts first. */
  untilAnswers(count: number, signal: AbortSignal): Promise<boolean>;
  /** Returns all complete lines, in order. */
  entries(): JournalEntry[];
  close(): void;
}

/** Creates an empty journal and reads what is appended to it. */
export function openJournalReader(path: string): JournalReader {
  writeFileSync(path, "");
  const watcher = watch(path);
  const readLines = () => readFileSync(path, "utf8").split("\n").slice(0, -1);
  return {
    untilAnswers: async (count, signal) => {
      if (signal.aborted) return readLines().length >= count;
      const changes = on(watcher, "change", { signal });
      try {
        if (readLines().length >= count) return true;
        for await (const _ of changes) if (readLines().length >= count) return true;
      } catch (error) {
        if (!signal.aborted) throw error;
      }
      return readLines().length >= count;
    },
    entries: () => readLines().map((line) => journalEntry.parse(JSON.parse(line))),
    close: () => watcher.close(),
  };
}
