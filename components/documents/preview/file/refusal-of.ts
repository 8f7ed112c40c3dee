import { CockpitProblem } from "../../../api/call-cockpit";
import { PreviewRefusal } from "./preview-refusal";

/** The refusal that an error stands for, such as `erased` when the cockpit has no content any more; null: it is a fault. */
export function refusalOf(error: unknown): PreviewRefusal | null {
  if (error instanceof PreviewRefusal) return error;
  const code = error instanceof CockpitProblem ? error.code : null;
  if (code === "file-not-uploaded") return new PreviewRefusal("not-uploaded", { cause: error });
  if (code === "content-gone") return new PreviewRefusal("erased", { cause: error });
  return null;
}
