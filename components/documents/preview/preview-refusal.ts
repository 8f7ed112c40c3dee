/** Why there is no preview; the sentences are in the texts. */
export type RefusalReason =
  | "not-uploaded"
  | "erased"
  | "empty"
  | "encrypted"
  | "corrupt"
  | "too-large"
  | "too-slow"
  | "unsafe"
  | "format"
  | "pending"
  | "unread"
  | "unreachable";

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
