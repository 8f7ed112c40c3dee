import type { ObjectStorage, StagedDocumentRepository } from "@/lib/documents/ports";
import { DomainError, errorMessage } from "@/lib/kernel/rules/errors";

/** The kinds of work of a sweep, one after another. */
export type SweepWork =
  | "awaited-uploads"
  | "leftovers"
  | "erasable-files"
  | "idempotency-keys"
  | "review-claims"
  | "bulk-work";

/** Something that this sweep could not do; the next sweep retries it. */
export interface SweepFailure {
  readonly work: SweepWork;
  /** The uuid or object key concerned; null if the work itself could not continue. */
  readonly subject: string | null;
  readonly code: string;
  readonly message: string;
}

/** Failures may concern single objects; after this many in a row, the sweep checks whether the parts respond at all. */
const FAILURES_IN_A_ROW_MAX = 3;

/**
 * Handles the items of all pages. A failure on one item is reported and does not stop the others; the work ends early or
 * does not start only if the database or the store is unavailable, or a page cannot be read. Never rejects.
 */
export async function sweepPages<Item>(
  ports: { documents: StagedDocumentRepository; storage: ObjectStorage },
  work: SweepWork,
  each: {
    pages: AsyncIterable<readonly Item[]>;
    subjectOf: (item: Item) => string;
    handle: (item: Item) => Promise<void>;
  },
): Promise<readonly SweepFailure[]> {
  const failures: SweepFailure[] = [];
  const areThere = async () => {
    const missing = await findSilentParts(ports);
    failures.push(...missing.map((error) => sweepFailure(work, null, error)));
    return missing.length === 0;
  };
  let failuresInARow = 0;
  const handle = async (item: Item) => {
    try {
      await each.handle(item);
      failuresInARow = 0;
    } catch (error) {
      failures.push(sweepFailure(work, each.subjectOf(item), error));
      failuresInARow += 1;
    }
  };
  try {
    if (!(await areThere())) return failures;
    for await (const page of each.pages) {
      for (const item of page) {
        await handle(item);
        if (failuresInARow < FAILURES_IN_A_ROW_MAX) continue;
        if (!(await areThere())) return failures;
        failuresInARow = 0;
      }
    }
  } catch (error) {
    failures.push(sweepFailure(work, null, error));
  }
  return failures;
}

/** Yields pages, each starting after the last row of the previous page, until a page is empty. */
export async function* pagesOf<Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let page = await read(null);
  while (page.length > 0) {
    yield page;
    page = await read(page.at(-1) ?? null);
  }
}

/** Converts an error to a failure. */
export function sweepFailure(
  work: SweepWork,
  subject: string | null,
  error: unknown,
): SweepFailure {
  if (error instanceof DomainError) {
    return { work, subject, code: error.code, message: error.detail };
  }
  return { work, subject, code: "internal-error", message: errorMessage(error) };
}

/**
 * Returns the errors of the database and the object store if they do not respond. A full disk is not an error here,
 * because deletions free space on it. Never rejects.
 */
async function findSilentParts(ports: {
  documents: StagedDocumentRepository;
  storage: ObjectStorage;
}): Promise<readonly unknown[]> {
  const answers = await Promise.allSettled([
    ports.documents.checkReachable(),
    ports.storage.checkReachable(),
  ]);
  return answers.filter((answer) => answer.status === "rejected").map(({ reason }) => reason);
}
