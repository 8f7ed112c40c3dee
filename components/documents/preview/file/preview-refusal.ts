import type { PREVIEW_TEXTS } from "../../../texts/en/preview-texts";

/** Why there is no preview: each reason has its sentence. */
export type RefusalReason = keyof typeof PREVIEW_TEXTS.refusals;

/** A document that cannot be shown: a result, not a fault. */
export class PreviewRefusal extends Error {
  readonly reason: RefusalReason;
  /** What the file is, for `format`; a media type. */
  readonly format: string | null;

  constructor(reason: RefusalReason, options: { format?: string; cause?: unknown } = {}) {
    super(`no preview: ${reason}`, { cause: options.cause });
    this.name = "PreviewRefusal";
    this.reason = reason;
    this.format = options.format ?? null;
  }
}
