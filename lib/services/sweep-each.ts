import { DomainError } from "../domain/errors";

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

/** One refusal may be about one object; several in a row mean that the database or the store is away. */
const UNAVAILABLE_IN_A_ROW_MAX = 3;

/**
 * Handles item after item of all pages. One that fails is reported and stops no other; only when nobody answers
 * any more, or when a page cannot be read, the work ends early. Never rejects.
 */
export async function sweepEach<Item>(
  work: SweepWork,
  pages: AsyncIterable<readonly Item[]>,
  each: { subjectOf: (item: Item) => string; handle: (item: Item) => Promise<void> },
): Promise<readonly SweepFailure[]> {
  const failures: SweepFailure[] = [];
  let unavailableInARow = 0;
  try {
    for await (const page of pages) {
      for (const item of page) {
        try {
          await each.handle(item);
          unavailableInARow = 0;
        } catch (error) {
          failures.push(sweepFailure(work, each.subjectOf(item), error));
          unavailableInARow = isUnavailable(error) ? unavailableInARow + 1 : 0;
          if (unavailableInARow >= UNAVAILABLE_IN_A_ROW_MAX) return failures;
        }
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
  const message = error instanceof Error ? error.message : String(error);
  return { work, subject, code: "internal-error", message };
}

const isUnavailable = (error: unknown) =>
  error instanceof DomainError && error.code.endsWith("-unavailable");
