import type { SealedHeads } from "../ports";

/** A sealed head in memory. `fail` makes the following calls fail, until it is called with null. */
export interface InMemorySealedHeads extends SealedHeads {
  fail(reading: Error | null, writing?: Error | null): void;
  /** Makes `replace` report that it could not remove the earlier versions, until it is called with null. */
  failRemoval(failure: Error | null): void;
  /** The content now; null if there is none. */
  content(): string | null;
  put(content: string | null): void;
  /** How often the content was read and replaced. */
  readonly counts: { reads: number; writes: number };
}

/** Creates an object store that has no sealed head. */
export function createInMemorySealedHeads(): InMemorySealedHeads {
  let text: string | null = null;
  let failures: { reading: Error | null; writing: Error | null } = { reading: null, writing: null };
  let removalFailure: Error | null = null;
  const counts = { reads: 0, writes: 0 };
  return {
    counts,
    content: () => text,
    put: (content) => {
      text = content;
    },
    fail: (reading, writing = reading) => {
      failures = { reading, writing };
    },
    failRemoval: (failure) => {
      removalFailure = failure;
    },
    read: async () => {
      counts.reads += 1;
      if (failures.reading) throw failures.reading;
      return text;
    },
    replace: async (content) => {
      if (failures.writing) throw failures.writing;
      counts.writes += 1;
      text = content;
      return removalFailure && { cause: removalFailure };
    },
  };
}
