import { CockpitProblem } from "../../../api/call-cockpit";
import { PreviewRefusal } from "./preview-refusal";

/**
 * Returns the refusal that an error corresponds to, such as `erased` if the content no longer exists; null if the error
 * is a fault.
 */
export function refusalOf(error: unknown): PreviewRefusal | null {
  if (error instanceof PreviewRefusal) return error;
  const code = error instanceof CockpitProblem ? error.code : null;
  if (code === "file-not-uploaded") return new PreviewRefusal("not-uploaded", { cause: error });
  if (code === "content-gone") return new PreviewRefusal("erased", { cause: error });
  return null;
}
