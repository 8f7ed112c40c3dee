import { LIMITS } from "../limits";
import type { PageText, ReadFormat, StatedFacts } from "./page-text";
import type { Finding, FindingCode, ReadFailure, ReadOutcome, ReadPages } from "./reading";
import { utf8Length } from "./text-budget";

/** The combined state of a run's batches, without their pages. */
export interface ReadingSoFar {
  /** Null if the file could not be read. */
  readonly format: ReadFormat | null;
  readonly pageCount: number;
  /** The first page of the next batch; null if there is none. */
  readonly nextPage: number | null;
  readonly stated: StatedFacts | null;
  readonly batches: readonly ReadBatch[];
  /** Why nothing was read. A failure after some pages have been read is stored as a finding instead. */
  readonly failure: Pick<ReadFailure, "code" | "parameters"> | null;
  /** SHA-256 of the bytes in lower-case hex; null until all bytes have been read. */
  readonly sha256: string | null;
}

interface ReadBatch {
  readonly firstPage: number;
  /** The UTF-8 length of the words on the batch's pages, with a space after each word. */
  readonly textBytes: number;
  readonly findings: readonly Finding[];
  /** The time that reading took; absent in readings saved by older versions. */
  readonly seconds?: number;
}

/**
 * Returns the state after one more batch; a repeated batch replaces its earlier result. Reading ends once all batches
 * together have taken `LIMITS.readingSecondsMax`, so that one document cannot delay the others for hours.
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

/** Drops the remaining pages, and adds a finding for them. */
function cutOff({ nextPage, pageCount, findings }: ReadPages) {
  if (nextPage === null) return { nextPage, findings };
  const parameters = { from: nextPage, to: pageCount, reason: "limit-exceeded" };
  return { nextPage: null, findings: [...findings, { code: PAGES_NOT_READ, parameters }] };
}

const NOTHING: ReadingSoFar = {
  format: null,
  pageCount: 0,
  nextPage: null,
  stated: null,
  batches: [],
  failure: null,
  sha256: null,
};

/** Keeps the pages read before the failure, and adds a finding for the missing pages. */
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
    ...known,
    nextPage: null,
    failure: isCutOff ? null : { code, parameters },
    batches: [...known.batches, { firstPage, textBytes: 0, findings: found }],
  };
}

/** Returns the findings of all batches. */
export const findingsOf = ({ batches }: ReadingSoFar): readonly Finding[] =>
  batches.flatMap(({ findings }) => findings);

/** Returns the text bytes of the batches before this page. */
export const textBytesBefore = (reading: ReadingSoFar | null, page: number): number =>
  (reading?.batches ?? [])
    .filter(({ firstPage }) => firstPage < page)
    .reduce((sum, { textBytes }) => sum + textBytes, 0);

const bytesOf = (pages: readonly PageText[]): number =>
  pages
    .flatMap(({ lines }) => lines.flat(2))
    .reduce((sum, { text }) => sum + utf8Length(text) + 1, 0);
