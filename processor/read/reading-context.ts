import type { PageText, StatedFacts } from "@/lib/processing/rules/reading/page-text";
import type { Finding, FindingCode, ReadFailureCode } from "@/lib/processing/rules/reading/reading";
import type { TextBudget } from "@/lib/processing/rules/reading/text-budget";

/** A page whose number in the whole document is not known yet. */
export type UnnumberedPage = Omit<PageText, "number">;

/** Everything read from a document in one go. */
export interface WholeText {
  readonly pages: readonly UnnumberedPage[];
  readonly stated: StatedFacts | null;
}

/** Creates pages without positions, either of the document itself or of its part with this name. */
export function partPages(
  pages: readonly PageText["lines"][],
  part: string | null = null,
): UnnumberedPage[] {
  return pages.map((lines) => ({ part, isAttachment: false, size: null, lines }));
}

/** State shared by all readers of one document and its attachments. */
export interface ReadingContext {
  readonly budget: TextBudget;
  readonly findings: FindingList;
  /** The time, as in `performance.now()`, at which the batch should end instead of reading its next page. */
  readonly softEndMs: number;
  /** How deeply the file is nested: 0 for the file itself, 1 for its attachments, and so on. */
  readonly depth: number;
}

/**
 * The findings of one document. A code is kept only once for the same parameters, and only a few dozen findings are kept
 * in total.
 */
export interface FindingList {
  add(code: FindingCode, parameters?: Readonly<Record<string, string | number>>): void;
  readonly all: readonly Finding[];
}

const FINDINGS_MAX = 50;

/** Creates an empty list. */
export function createFindingList(): FindingList {
  const found = new Map<string, Finding>();
  return {
    add(code, parameters = {}) {
      if (found.size < FINDINGS_MAX)
        found.set(JSON.stringify([code, parameters]), { code, parameters });
    },
    get all() {
      return [...found.values()];
    },
  };
}

/**
 * The error for an unreadable file, thrown where the problem is found. It becomes the failure of the whole file or of one
 * attachment.
 */
export class ReadError extends Error {
  constructor(
    readonly code: ReadFailureCode,
    /** Facts about the file, but never any of its content. */
    readonly parameters: Readonly<Record<string, string | number>> = {},
  ) {
    super(code);
    this.name = "ReadError";
  }
}
