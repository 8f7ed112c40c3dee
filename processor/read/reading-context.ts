import type { FindingCode } from "@/lib/processing/rules/finding-codes";
import type { Finding } from "@/lib/processing/rules/reading";
import type { TextBudget } from "@/lib/processing/rules/text-budget";

/** What all readers of one document share, its attachments included. */
export interface ReadingContext {
  readonly budget: TextBudget;
  readonly findings: FindingList;
  /** When the batch should end before its next page, in milliseconds of `performance.now()`. */
  readonly softEndMs: number;
  /** 0 for the file itself, 1 for an attachment of it, and so on. */
  readonly depth: number;
}

/** The findings of one document: each code with the same parameters once, at most a few dozen. */
export interface FindingList {
  add(code: FindingCode, parameters?: Readonly<Record<string, string | number>>): void;
  readonly all: readonly Finding[];
}

const FINDINGS_MAX = 50;

/** An empty list. */
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
