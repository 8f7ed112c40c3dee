import { STATUS } from "@/lib/documents/rules/status";
import { CockpitProblem } from "../../../api/call-cockpit";
import { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";

/** Why there is no preview. Each reason has its own sentence. */
type RefusalReason = keyof typeof PREVIEW_TEXTS.refusals;

/** Thrown if a document cannot be shown. An expected result, not a fault. */
export class PreviewRefusal extends Error {
  readonly reason: RefusalReason;
  /** The media type of the file, for `format`. */
  readonly format: string | null;

  constructor(reason: RefusalReason, options: { format?: string; cause?: unknown } = {}) {
    super(`no preview: ${reason}`, { cause: options.cause });
    this.name = "PreviewRefusal";
    this.reason = reason;
    this.format = options.format ?? null;
  }
}

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

/** Returns the reason why a document has no bytes to show; null if it has some. */
export function missingContent({
  status,
  hasContent,
}: {
  readonly status: number;
  readonly hasContent: boolean;
}): Extract<RefusalReason, "not-uploaded" | "erased"> | null {
  if (hasContent) return null;
  return status === STATUS.waitingForUpload ? "not-uploaded" : "erased";
}

/** Returns a sentence that says why a page is missing. Other pages may still be shown. */
export function pageProblem(error: unknown): string {
  const reason = refusalOf(error)?.reason;
  if (reason === "too-slow") return PREVIEW_TEXTS.pageTooSlow;
  if (reason === "erased" || reason === "unreachable") return PREVIEW_TEXTS.refusals[reason];
  return error instanceof CockpitProblem ? error.detail : PREVIEW_TEXTS.pageFailed;
}
