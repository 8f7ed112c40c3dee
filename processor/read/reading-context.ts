import type { FindingCode } from "@/lib/processing/rules/reading/finding-codes";
import type { Finding } from "@/lib/processing/rules/reading/reading";
import type { TextBudget } from "@/lib/processing/rules/reading/text-budget";

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
