import { CockpitProblem } from "../../../api/call-cockpit";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";
import { refusalOf } from "../file/refusal-of";

/** Returns a sentence that says why a page is missing. Other pages may still be shown. */
export function pageProblem(error: unknown): string {
  const reason = refusalOf(error)?.reason;
  if (reason === "too-slow") return PREVIEW_TEXTS.pageTooSlow;
  if (reason === "erased" || reason === "unreachable") return PREVIEW_TEXTS.refusals[reason];
  return error instanceof CockpitProblem ? error.detail : PREVIEW_TEXTS.pageFailed;
}
