import type { JudgeInput } from "../rules/judgement";
import type { PageText } from "../rules/page-text";
import { SHIPPED_CLASSES } from "../rules/vocabulary/shipped-classes";

/** What judging gets for a PDF with these pages in an installation that knows nothing yet. */
export function judgeInput(pages: readonly PageText[], more: Partial<JudgeInput> = {}): JudgeInput {
  return {
    format: "pdf",
    pageCount: pages.length,
    pages,
    stated: null,
    findings: [],
    classes: SHIPPED_CLASSES,
    knownParties: [],
    ...more,
  };
}
