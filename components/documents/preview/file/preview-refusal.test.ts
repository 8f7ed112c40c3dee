import { expect, test } from "vitest";
import { STATUS } from "@/lib/documents/rules/status";
import { CockpitProblem, type CockpitProblemCode } from "../../../api/call-cockpit";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { missingContent, PreviewRefusal, pageProblem } from "./preview-refusal";

test.each([
  ["uploaded", STATUS.approved, true, null],
  ["awaited", STATUS.waitingForUpload, false, "not-uploaded"],
  ["erased after approval", STATUS.approved, false, "erased"],
  ["erased after deletion", STATUS.deleted, false, "erased"],
] as const)(
  "missingContent returns why a document that is %s has no content, or null if it has content",
  (_, status, hasContent, reason) => {
    expect(missingContent({ status, hasContent })).toBe(reason);
  },
);

const problem = (code: CockpitProblemCode) =>
  new CockpitProblem({ code, detail: "Try again later.", status: 410 });

test.each([
  ["a page that takes too long", new PreviewRefusal("too-slow"), PREVIEW_TEXTS.pageTooSlow],
  [
    "a store that does not answer",
    new PreviewRefusal("unreachable"),
    PREVIEW_TEXTS.refusals.unreachable,
  ],
  ["erased content", problem("content-gone"), PREVIEW_TEXTS.refusals.erased],
  ["a call that failed", problem("no-answer"), "Try again later."],
  ["a damaged page", new Error("Bad FCHECK in flate stream"), PREVIEW_TEXTS.pageFailed],
])("%s has its own message", (_, error, sentence) => {
  expect(pageProblem(error)).toBe(sentence);
});
