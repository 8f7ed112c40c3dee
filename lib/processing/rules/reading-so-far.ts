import type { Finding, ReadFailure, ReadFormat, ReadOutcome, StatedFacts } from "./reading";

/** What the batches of a run led to so far, without their pages. */
export interface ReadingSoFar {
  /** null: the file could not be read. */
  readonly format: ReadFormat | null;
  readonly pageCount: number;
  /** Where the next batch begins; null: there is none. */
  readonly nextPage: number | null;
  readonly stated: StatedFacts | null;
  readonly findings: readonly Finding[];
  readonly failure: Pick<ReadFailure, "code" | "parameters"> | null;
  /** Of the bytes, in lower-case hex; null while they were not all seen. */
  readonly sha256: string | null;
}

/** What is known after one more batch. */
export function afterBatch(
  before: ReadingSoFar | null,
  outcome: ReadOutcome,
  sha256: string | null,
): ReadingSoFar {
  const known = { sha256: sha256 ?? before?.sha256 ?? null };
  if (outcome.kind === "failure") {
    const { code, parameters, findings } = outcome;
    return {
      ...{ ...known, format: before?.format ?? null, pageCount: before?.pageCount ?? 0 },
      ...{ nextPage: null, stated: null, findings, failure: { code, parameters } },
    };
  }
  const { format, pageCount, nextPage, findings } = outcome;
  const stated = outcome.stated ?? before?.stated ?? null;
  return { ...known, format, pageCount, nextPage, stated, findings, failure: null };
}
