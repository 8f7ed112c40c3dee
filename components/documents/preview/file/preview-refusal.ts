import type { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";

/** Why there is no preview. Each reason has its own sentence. */
export type RefusalReason = keyof typeof PREVIEW_TEXTS.refusals;

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
