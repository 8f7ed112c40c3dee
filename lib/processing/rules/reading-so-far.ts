import type { FindingCode } from "./finding-codes";
import { LIMITS } from "./limits";
import type { PageText } from "./page-text";
import type {
  Finding,
  ReadFailure,
  ReadFormat,
  ReadOutcome,
  ReadPages,
  StatedFacts,
} from "./reading";
import { utf8Length } from "./utf8-length";

/** What the batches of a run led to so far, without their pages. */
export interface ReadingSoFar {
  /** null: the file could not be read. */
  readonly format: ReadFormat | null;
  readonly pageCount: number;
  /** Where the next batch begins; null if there is none. */
  readonly nextPage: number | null;
  readonly stated: StatedFacts | null;
  readonly batches: readonly ReadBatch[];
  /** Why nothing was read; what fails behind pages that were read is a finding. */
  readonly failure: Pick<ReadFailure, "code" | "parameters"> | null;
  /** Of the bytes, in lower-case hex; null while they were not all seen. */
  readonly sha256: string | null;
}

interface ReadBatch {
  readonly firstPage: number;
  /** Of the words of its pages as UTF-8, with a space after each. */
  readonly textBytes: number;
  readonly findings: readonly Finding[];
  /** That reading it took; readings that were saved earlier do not have it. */
  readonly seconds?: number;
}

/**
 * What is known after one more batch; the same batch once more replaces what it said before. Reading ends when all batches together
 * took `LIMITS.readingSecondsMax`, so that one document cannot hold up the others for hours.
 */
export function afterBatch(
  before: ReadingSoFar | null,
  firstPage: number,
  { outcome, sha256, seconds = 0 }: BatchOutcome,
): ReadingSoFar {
  const earlier = (before?.batches ?? []).filter((batch) => batch.firstPage < firstPage);
  const known = { ...(earlier.length > 0 && before ? before : NOTHING), batches: earlier };
  const digest = { sha256: sha256 ?? before?.sha256 ?? null };
  if (outcome.kind === "failure") return { ...afterFailure(known, firstPage, outcome), ...digest };
  const { format, pageCount } = outcome;
  const spent = earlier.reduce((sum, batch) => sum + (batch.seconds ?? 0), seconds);
  const { nextPage, findings } = spent < LIMITS.readingSecondsMax ? outcome : cutOff(outcome);
  const batch = { firstPage, textBytes: bytesOf(outcome.pages), findings, seconds };
  const stated = outcome.stated ?? known.stated;
  const batches = [...earlier, batch];
  return { format, pageCount, nextPage, stated, batches, failure: null, ...digest };
}

interface BatchOutcome {
  readonly outcome: ReadOutcome;
  readonly sha256: string | null;
  readonly seconds?: number;
}

const PAGES_NOT_READ: FindingCode = "pages-not-read";

/** What is left stays unread, and a finding says so. */
function cutOff({ nextPage, pageCount, findings }: ReadPages) {
  if (nextPage === null) return { nextPage, findings };
  const parameters = { from: nextPage, to: pageCount, reason: "limit-exceeded" };
  return { nextPage: null, findings: [...findings, { code: PAGES_NOT_READ, parameters }] };
}

const NOTHING: ReadingSoFar = {
  ...{ format: null, pageCount: 0, nextPage: null, stated: null },
  ...{ batches: [], failure: null, sha256: null },
};

/** Pages that were read before it stay, and a finding says which are missing. */
function afterFailure(
  known: ReadingSoFar,
  firstPage: number,
  { code, parameters, findings }: ReadFailure,
): ReadingSoFar {
  const isCutOff = known.format !== null;
  const missing = { from: firstPage, to: known.pageCount, reason: code };
  const unread = { code: PAGES_NOT_READ, parameters: missing };
  const found = isCutOff ? [...findings, unread] : findings;
  return {
    ...{ ...known, nextPage: null, failure: isCutOff ? null : { code, parameters } },
    batches: [...known.batches, { firstPage, textBytes: 0, findings: found }],
  };
}

/** Of all batches. */
export const findingsOf = ({ batches }: ReadingSoFar): readonly Finding[] =>
  batches.flatMap(({ findings }) => findings);

/** What the batches before this one gave. */
export const textBytesBefore = (reading: ReadingSoFar | null, page: number): number =>
  (reading?.batches ?? [])
    .filter(({ firstPage }) => firstPage < page)
    .reduce((sum, { textBytes }) => sum + textBytes, 0);

const bytesOf = (pages: readonly PageText[]): number =>
  pages
    .flatMap(({ lines }) => lines.flat(2))
    .reduce((sum, { text }) => sum + utf8Length(text) + 1, 0);
