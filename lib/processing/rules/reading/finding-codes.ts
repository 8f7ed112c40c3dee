/** Every finding code of processing; the text for people is derived from the code where it is shown. */
export const FINDING_CODES = [
  "required-field-missing",
  "field-check-failed",
  "stated-total-not-printed",
  "pages-not-read",
  "pages-not-readable",
  "pages-without-text",
  "text-not-read",
  "text-not-judged",
  "cells-not-read",
  "sheets-not-read",
  "attachment-not-read",
  "attachments-not-read",
  "attachment-pages-not-read",
  "attachments-not-judged",
  "contains-embedded-files",
  "contains-macros",
  "contains-javascript",
  "contains-launch-action",
  "executable",
  "eicar-test-file",
] as const;

/** One of `FINDING_CODES`; documents may have other codes, from other programs and other versions. */
export type FindingCode = (typeof FINDING_CODES)[number];
