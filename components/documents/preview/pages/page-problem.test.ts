import { expect, test } from "vitest";
import { CockpitProblem, type CockpitProblemCode } from "../../../api/call-cockpit";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { PreviewRefusal } from "../file/preview-refusal";
import { pageProblem } from "./page-problem";

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
