import type { ObjectStorage } from "@/lib/documents/ports/object-storage";
import type { StagedDocumentRepository } from "@/lib/documents/ports/staged-documents";
import { errorMessage } from "@/lib/kernel/rules/error-message";
import { DomainError } from "@/lib/kernel/rules/errors";
import { findSilentParts } from "./find-silent-parts";

/** The kinds of work that one sweep does, one after another. */
export type SweepWork = "awaited-uploads" | "leftovers" | "erasable-files" | "idempotency-keys";

/** Something that this sweep could not do; the next one tries again. */
export interface SweepFailure {
  readonly work: SweepWork;
  /** The uuid or the object key that it was about; null when the work itself could not go on. */
  readonly subject: string | null;
  readonly code: string;
  readonly message: string;
}

/** Failures may be about single objects; after so many in a row it is asked whether the parts are there at all. */
const FAILURES_IN_A_ROW_MAX = 3;

/**
 * Handles item after item of all pages. One that fails is reported and stops no other; only when the database or the
 * store is not there, or when a page cannot be read, the work ends early or does not begin. Never rejects.
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

/** Pages that continue behind the last row of the one before, until one is empty. */
export async function* pagesOf<Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let page = await read(null);
  while (page.length > 0) {
    yield page;
    page = await read(page.at(-1) ?? null);
  }
}

/** A failure as data. */
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
