import type { JudgeInput } from "../rules/judging/judgement";
import { SHIPPED_CLASSES } from "../rules/judging/shipped-classes";
import type { PageText } from "../rules/reading/page-text";

/** Creates the classification input for a PDF with these pages in an installation without known parties. */
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
