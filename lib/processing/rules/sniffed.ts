import type { ReadFormat } from "./reading";

/** How text is written, as `TextDecoder` calls it. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What the content of a file is. `other` is known but not read; its `format` names it. */
export interface Sniffed {
  readonly kind: ReadFormat | "empty" | "encrypted" | "executable" | "other";
  /** A media type. */
  readonly format: string;
  /** Of text. */
  readonly encoding?: TextEncoding;
  /** Of CSV. */
  readonly delimiter?: string;
}
